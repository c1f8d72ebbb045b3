// Plays the chapters, one after the other.
package dev.semel.app.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays the chapters, one after the other, and the scenes of each side by side. */
final class Story {
  private final Stage stage;
  private final List<Chapter> chapters;
  private final int scenes;
  private final AtomicInteger done = new AtomicInteger();

  Story(Stage stage, List<Chapter> chapters) {
    this.stage = stage;
    this.chapters = chapters;
    this.scenes = chapters.stream().mapToInt(chapter -> chapter.scenes().size()).sum();
  }

  /** Plays all chapters. */
  List<Told> play() {
    List<Told> told = new ArrayList<>();
    for (Chapter chapter : chapters) {
      told.addAll(play(chapter));
    }
    return told;
  }

  private List<Told> play(Chapter chapter) {
    Narrator narrator = stage.narrator();
    narrator.chapter(chapter.title(), chapter.about());
    chapter
        .scenes()
        .forEach(s -> narrator.scene(s.number(), s.title(), "the partner " + s.partner() + "."));
    narrator.say("");
    stage.partner().become(chapter.mood());
    List<Told> told = sideBySide(chapter.scenes());
    if (chapter.mood() == Partner.Mood.MUTE) {
      stage.partner().webhooksUp();
    }
    new Timeline(stage).tell(told);
    return told;
  }

  private List<Told> sideBySide(List<Scene> played) {
    List<Callable<Told>> plays = played.stream().map(this::play).toList();
    List<Told> told = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Told> each : threads.invokeAll(plays)) {
        told.add(each.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoException("The demo was interrupted.", e);
    } catch (ExecutionException e) {
      throw new DemoException("A scene could not be played: " + e.getCause(), e);
    }
    return told;
  }

  private Callable<Told> play(Scene scene) {
    return () -> {
      Told told = new Follow(stage, scene).play();
      Narrator narrator = stage.narrator();
      told.trouble()
          .ifPresentOrElse(
              trouble ->
                  narrator.trouble("  %02d did not end: %s".formatted(scene.number(), trouble)),
              () ->
                  narrator.done(
                      scene.number(), scene.ending().state(), done.incrementAndGet(), scenes));
      return told;
    };
  }
}
