package vesper.launcher.settings;

/**
 * Settings are invalid: a key is unknown, a value is invalid, or the file cannot be read. The message has one line for
 * each mistake.
 */
public final class WrongSettingException extends Exception {
    private static final long serialVersionUID = 1;

    WrongSettingException(String message) {
        super(message);
    }
}
