/**
 * Everything that can be set, in one flat key space.
 *
 * <p>A value comes from a flag, else from the environment ({@code VESPER_HTTP_PORT}), else from the configuration file,
 * else it is the default; {@link Origin} says from where. Text is read into its type once, while loading: who holds a
 * {@link Settings} holds values that are valid. An unknown key is refused with the nearest known one.
 *
 * <p>Start at {@link Keys}, the list of all settings, then {@link Settings}.
 */
@NullMarked
package vesper.launcher.settings;

import org.jspecify.annotations.NullMarked;
