package vesper.records.rules;

import java.io.IOException;

/**
 * The rules of one kind that several servers have in common: a text of the form of a rule file, of which a change makes a new
 * version. Any thread may call.
 */
public interface SharedRules {
    /** @param version counts from 1; 0 where there was no text yet, which is empty then */
    record Text(long version, String json) {
        public static final Text NONE = new Text(0, "");
    }

    /** All rules together are more than the others take, now and later. */
    final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1;

        public TooLargeException(String message) {
            super(message);
        }
    }

    /** The newest that is known here. */
    Text known();

    /**
     * The newest of this moment.
     *
     * @throws IOException where the others cannot be asked, in words for people
     */
    Text newest() throws IOException;

    /**
     * Puts another text in the place of the one in this version, with the next version.
     *
     * @return false where that one is not the newest
     * @throws TooLargeException where it never can be
     * @throws IOException where it could not be stored, or nobody knows whether it was, in words for people
     */
    boolean replace(long version, String json) throws IOException;
}
