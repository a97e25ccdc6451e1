/**
 * All settings of the server, in one flat key space.
 *
 * <p>A value comes from a flag, else from the environment ({@code VESPER_HTTP_PORT}), else from the configuration file,
 * else from the default; {@link SettingOrigin} tells which. Texts are parsed once, when loading: all values in {@link
 * Settings} are valid. An unknown key is rejected with a hint to the most similar known one.
 *
 * <p>Start at {@link Keys}, the list of all settings, then {@link Settings}.
 */
@NullMarked
package vesper.launcher.settings;

import org.jspecify.annotations.NullMarked;
