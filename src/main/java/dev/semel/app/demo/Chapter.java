// Scenes that are played side by side.
package dev.semel.app.demo;

import java.util.List;

/**
 * Scenes that are played side by side.
 *
 * @param title its title
 * @param about what it shows
 * @param mood how the partner is
 * @param scenes its payouts
 */
record Chapter(String title, String about, Partner.Mood mood, List<Scene> scenes) {}
