package vesper.launcher.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that can be set.
 *
 * @param key its name in files and in {@code --set}, {@code http.port}
 * @param defaultText its value where nobody says otherwise, as it would be written
 * @param secret whether the value is never shown
 * @param description one line for people
 */
public record Setting<T>(String key, String defaultText, ValueForm<T> form, boolean secret, String description) {
    /** What every environment variable of ours begins with. */
    static final String ENVIRONMENT_PREFIX = "VESPER_";

    public Setting {
        if (form.read(defaultText).isEmpty())
            throw new IllegalArgumentException("the default of " + key + " is no value: " + defaultText);
    }

    static <T> Setting<T> of(String key, String defaultText, ValueForm<T> form, String description) {
        return new Setting<>(key, defaultText, form, false, description);
    }

    /** How it is written, in a word: text, list, path, boolean, number, bytes, duration or choice. */
    public String kind() {
        return form.kind();
    }

    /** All values that there are, where they are few; else none. */
    public List<String> choices() {
        return form.choices();
    }

    /** Completes the sentence "expected …". */
    public String expected() {
        return form.expected();
    }

    /** The value that a text says; empty where it says none. */
    public Optional<T> read(String text) {
        return form.read(text);
    }

    /** The environment variable that sets it, {@code VESPER_HTTP_PORT}. */
    String environmentName() {
        return ENVIRONMENT_PREFIX
                + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
