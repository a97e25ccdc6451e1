package vesper.launcher.settings;

/** A setting that cannot be taken: the key is unknown, the value is none, the file cannot be read. One line for people. */
public final class WrongSettingException extends Exception {
    private static final long serialVersionUID = 1;

    WrongSettingException(String message) {
        super(message);
    }
}
