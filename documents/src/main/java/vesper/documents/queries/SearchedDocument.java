package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A version of a document in the form that queries use. */
public final class SearchedDocument {
    /** Maximum length of an id in UTF-8. */
    public static final int MOST_ID_BYTES = 1024;

    private static final byte[] NOTHING = {};

    private final String id;
    private final long version;
    private final long storedAtMillis;
    private final byte[] json;
    private final boolean isDeleted;

    private SearchedDocument(String id, long version, long storedAtMillis, byte[] json, boolean isDeleted) {
        if (id.length() * 3L > MOST_ID_BYTES && id.getBytes(UTF_8).length > MOST_ID_BYTES) {
            throw new IllegalArgumentException("the id is too long: " + id.length() + " characters");
        }
        this.id = id;
        this.version = version;
        this.storedAtMillis = storedAtMillis;
        this.json = json;
        this.isDeleted = isDeleted;
    }

    /**
     * Creates a version that has a state.
     *
     * @param storedAtMillis since 1970
     * @param json UTF-8; not copied, must not be modified
     */
    public static SearchedDocument stored(String id, long version, long storedAtMillis, byte[] json) {
        return new SearchedDocument(id, version, storedAtMillis, json, false);
    }

    /** Creates a version in which the document is deleted. */
    public static SearchedDocument deleted(String id, long version, long storedAtMillis) {
        return new SearchedDocument(id, version, storedAtMillis, NOTHING, true);
    }

    public String id() {
        return id;
    }

    public long version() {
        return version;
    }

    public long storedAtMillis() {
        return storedAtMillis;
    }

    /** Returns the JSON, which is not a copy; empty if the document was deleted. */
    public byte[] json() {
        return json;
    }

    public boolean isDeleted() {
        return isDeleted;
    }
}
