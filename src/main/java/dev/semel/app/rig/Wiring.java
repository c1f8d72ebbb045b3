// Builds the engine's parts as the server's container does.
package dev.semel.app.rig;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the engine's parts as the server's container does: by their constructors, one of each. So
 * a simulation has several nodes in one process, each with parts of its own, and follows every
 * change of a constructor by itself.
 */
public final class Wiring {
  private final Map<Class<?>, Object> parts = new HashMap<>();
  private final Map<Class<?>, Class<?>> choices = new HashMap<>();
  private final Map<String, String> settings;

  /**
   * A node's wiring.
   *
   * @param settings those that differ from their defaults
   */
  public Wiring(Map<String, String> settings) {
    this.settings = Map.copyOf(settings);
  }

  /** Gives a part that is not to be built. */
  public <T> Wiring give(Class<T> type, T part) {
    parts.put(type, part);
    return this;
  }

  /** Says which class serves for an interface. */
  public <T> Wiring choose(Class<T> type, Class<? extends T> choice) {
    choices.put(type, choice);
    return this;
  }

  /** The one part of a type. */
  public <T> T get(Class<T> type) {
    @Nullable Object known = parts.get(type);
    if (known == null) {
      @Nullable Class<?> choice = choices.get(type);
      known = choice == null ? make(type) : get(choice);
      parts.put(type, known);
    }
    return type.cast(known);
  }

  private Object make(Class<?> type) {
    if (type.isAnnotationPresent(ConfigMapping.class)) {
      return configuration(type);
    }
    if (type.isInterface() || type.getDeclaredConstructors().length != 1) {
      throw new IllegalStateException(
          "The simulation does not know which " + type.getName() + " the engine is to have.");
    }
    Constructor<?> constructor = type.getDeclaredConstructors()[0];
    Object[] arguments =
        Arrays.stream(constructor.getParameterTypes()).map(this::get).toArray(Object[]::new);
    try {
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The simulation can't build a " + type.getName() + ".", e);
    }
  }

  private Object configuration(Class<?> type) {
    SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder().withMapping(type);
    builder.withDefaultValues(settings).addDiscoveredConverters();
    SmallRyeConfig config = builder.build();
    return config.getConfigMapping(type);
  }
}
