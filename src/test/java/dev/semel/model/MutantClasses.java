// The program's classes with some of them broken.
package dev.semel.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The program's classes and those of its tests, loaded anew, with the classes of a directory in the
 * place of the built ones. Libraries are the parent's.
 */
final class MutantClasses extends ClassLoader {
  private static final String OURS = "dev.semel.";

  private final Path broken;

  MutantClasses(Path broken) {
    super(MutantClasses.class.getClassLoader());
    this.broken = broken;
  }

  /** What {@link MutantRun} says of these classes. */
  String verdict(String[] tests) throws ReflectiveOperationException {
    var verdict = loadClass(MutantRun.class.getName()).getDeclaredMethod("verdict", String[].class);
    verdict.setAccessible(true);
    return (String) verdict.invoke(null, (Object) tests);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      @Nullable Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (@Nullable InputStream built = getParent().getResourceAsStream(file)) {
      Path own = broken.resolve(file);
      if (Files.exists(own)) {
        return define(name, Files.readAllBytes(own));
      }
      if (built != null) {
        return define(name, built.readAllBytes());
      }
      throw new ClassNotFoundException(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Class<?> define(String name, byte[] bytes) {
    return defineClass(name, bytes, 0, bytes.length);
  }
}
