package vesper.cluster;

import vesper.documents.DocumentId;

/** Names of a cluster's streams, subjects and bucket in NATS. */
record NatsNames(String cluster) {
    /**
     * Returns the name of a collection's stream. Its separator occurs in no name, so no two collections share a stream.
     */
    String streamName(String collection) {
        return "vesper+" + cluster + "+" + encode(collection);
    }

    /** Returns the wildcard that matches all subjects of a collection. */
    String subjects(String collection) {
        return prefix(collection) + ">";
    }

    String documentSubject(String collection, DocumentId id) {
        return prefix(collection) + "d." + encode(id.text());
    }

    /** Returns the subject of marks, messages without content. */
    String markSubject(String collection) {
        return prefix(collection) + "mark";
    }

    private String prefix(String collection) {
        return "vesper." + cluster + "." + encode(collection) + ".";
    }

    /** Returns the name of the bucket with the members and the leases. */
    String bucket() {
        return "vesper-" + cluster;
    }

    /**
     * Encodes a text as one token of a subject. Separators and wildcards are percent-encoded; {@code %} occurs in no
     * id.
     */
    static String encode(String text) {
        return text.replace(".", "%2E").replace("*", "%2A");
    }

    static String decode(String token) {
        return token.replace("%2E", ".").replace("%2A", "*");
    }
}
