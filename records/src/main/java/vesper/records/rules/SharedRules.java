package vesper.records.rules;

import java.io.IOException;

/**
 * The rules of one kind that several servers share: a text in the format of the rule file. Each change creates a new
 * version. Implementations are thread-safe.
 */
public interface SharedRules {
    /**
     * A version of the text.
     *
     * @param version counted from 1; 0 with an empty text if there are no shared rules yet
     */
    record Text(long version, String json) {
        public static final Text NONE = new Text(0, "");
    }

    /** The rules together are larger than the servers can ever store. */
    final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1;

        public TooLargeException(String message) {
            super(message);
        }
    }

    /** Returns the newest version known to this server. */
    Text known();

    /**
     * Fetches the newest version.
     *
     * @throws IOException if the servers cannot be reached; the message is meant for people
     */
    Text newest() throws IOException;

    /**
     * Replaces the text if {@code version} is still the newest one.
     *
     * @return false if it is not
     * @throws TooLargeException if the text can never be stored
     * @throws IOException if the text was not stored, or the outcome is unknown; the message is meant for people
     */
    boolean replace(long version, String json) throws IOException;
}
