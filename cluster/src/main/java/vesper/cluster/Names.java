package vesper.cluster;

import vesper.documents.DocumentId;

/** What the things of a cluster are called in NATS. */
record Names(String cluster) {
    /** The stream of a collection. What parts it is in no name, so that no two collections have the same. */
    String stream(String collection) {
        return "vesper+" + cluster + "+" + token(collection);
    }

    /** All subjects of a collection. */
    String subjects(String collection) {
        return prefix(collection) + ">";
    }

    String document(String collection, DocumentId id) {
        return prefix(collection) + "d." + token(id.text());
    }

    /** Of messages that say nothing. */
    String mark(String collection) {
        return prefix(collection) + "mark";
    }

    private String prefix(String collection) {
        return "vesper." + cluster + "." + token(collection) + ".";
    }

    /** The bucket of what members say of themselves, and of who leads. */
    String bucket() {
        return "vesper-" + cluster;
    }

    /** A part of a subject: what would part it or stand for others is percent-encoded, which occurs in no id. */
    static String token(String text) {
        return text.replace(".", "%2E").replace("*", "%2A");
    }

    static String text(String token) {
        return token.replace("%2E", ".").replace("%2A", "*");
    }
}
