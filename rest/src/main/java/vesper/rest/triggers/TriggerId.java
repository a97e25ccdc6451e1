package vesper.rest.triggers;

/**
 * The identity of a trigger in its server.
 *
 * @param kind a short word in lower case
 * @param name at most {@value #MAX_NAME_CHARACTERS} printable characters
 */
public record TriggerId(String kind, String name) {
    private static final int MAX_NAME_CHARACTERS = 200;

    public TriggerId {
        if (!kind.matches("[a-z][a-z-]{0,19}")) {
            throw new IllegalArgumentException(
                    "the kind of a trigger must be a short word in lower case, tick for example, not '" + kind + "'");
        }
        boolean isPrintable = name.chars().noneMatch(c -> Character.isISOControl(c) || c == '/');
        if (name.isBlank() || name.length() > MAX_NAME_CHARACTERS || !isPrintable) {
            throw new IllegalArgumentException("the name of a trigger must have 1 to " + MAX_NAME_CHARACTERS
                    + " printable characters without a slash");
        }
    }

    /** Reads the identity of a trigger. Its code is not called again for it. */
    static TriggerId of(Trigger trigger) {
        return new TriggerId(trigger.kind(), trigger.name());
    }

    /** Returns kind and name, {@code timer:orders}. */
    @Override
    public String toString() {
        return kind + ":" + name;
    }
}
