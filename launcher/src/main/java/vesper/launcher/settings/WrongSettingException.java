package vesper.launcher.settings;

/**
 * Settings that cannot be taken: a key is unknown, a value is none, the file cannot be read. A line for people for each
 * mistake.
 */
public final class WrongSettingException extends Exception {
    private static final long serialVersionUID = 1;

    WrongSettingException(String message) {
        super(message);
    }
}
