package vesper.launcher.hits;

/** Colors for a terminal. */
public enum Paint {
    ON,
    OFF;

    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String BOLD = "\u001b[1m";
    private static final String FAINT = "\u001b[2m";
    private static final String END = "\u001b[0m";
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;

    public static Paint of(boolean isOn) {
        return isOn ? ON : OFF;
    }

    /** Colors a text by the status of the exchange. */
    String outcome(String text, long status) {
        if (status >= SERVER_ERROR || status == 0) return in(RED, text);
        return status >= CLIENT_ERROR ? in(YELLOW, text) : text;
    }

    String title(String text) {
        return in(BOLD, text);
    }

    String aside(String text) {
        return in(FAINT, text);
    }

    private String in(String color, String text) {
        return this == OFF || text.isBlank() ? text : color + text + END;
    }
}
