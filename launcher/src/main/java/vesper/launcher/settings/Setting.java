package vesper.launcher.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A setting.
 *
 * @param key its name in files and in {@code --set}, for example {@code http.port}
 * @param defaultText its default, as it would be written
 * @param secret whether the value is never shown
 * @param description one line for people
 */
public record Setting<T>(String key, String defaultText, ValueForm<T> form, boolean secret, String description) {
    /** Prefix of all environment variables of Vesper. */
    static final String ENVIRONMENT_PREFIX = "VESPER_";

    public Setting {
        if (form.read(defaultText).isEmpty())
            throw new IllegalArgumentException("the default of " + key + " is invalid: " + defaultText);
    }

    static <T> Setting<T> of(String key, String defaultText, ValueForm<T> form, String description) {
        return new Setting<>(key, defaultText, form, false, description);
    }

    /** Returns the kind of value: text, list, path, boolean, number, bytes, duration or choice. */
    public String kind() {
        return form.kind();
    }

    /** Returns all possible values if there are few; otherwise an empty list. */
    public List<String> choices() {
        return form.choices();
    }

    /** Returns text that completes the sentence "expected …". */
    public String expected() {
        return form.expected();
    }

    /** Parses a value; empty if the text is invalid. */
    public Optional<T> read(String text) {
        return form.read(text);
    }

    /** Returns the name of its environment variable, for example {@code VESPER_HTTP_PORT}. */
    String environmentName() {
        return ENVIRONMENT_PREFIX
                + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
