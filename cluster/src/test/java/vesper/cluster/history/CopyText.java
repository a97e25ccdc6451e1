package vesper.cluster.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.JsonText;
import vesper.documents.Version;
import vesper.documents.VersionInfo;

/** Text form of a node's copy of a collection, in words without blanks, for comparison with other nodes. */
final class CopyText {
    private static final int PAGE = 1000;
    private static final byte[] NOTHING = {};

    private final DocumentCollection<JsonText> copy;

    CopyText(DocumentCollection<JsonText> copy) {
        this.copy = copy;
    }

    /** Lists each document that ever existed: its id and newest version. */
    String newest() {
        List<String> all = new ArrayList<>();
        eachId(id -> all.add(id.text() + ":" + copy.version(id).number()));
        return String.join(" ", all);
    }

    /** Lists each document: its id and the SHA-256 of all its versions with their contents. */
    String digests() {
        List<String> all = new ArrayList<>();
        eachId(id -> all.add(id.text() + ":" + digest(id)));
        return String.join(" ", all);
    }

    private String digest(DocumentId id) {
        MessageDigest digest = sha256();
        eachVersion(id, info -> {
            byte[] bytes = bytes(id, info);
            String action = info.action().name();
            digest.update(ByteBuffer.allocate(3 * Long.BYTES + action.length())
                    .putLong(info.version().number())
                    .putLong(info.at().toEpochMilli())
                    .putLong(bytes.length)
                    .put(action.getBytes(UTF_8))
                    .array());
            digest.update(bytes);
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Lists the kept versions of a document, newest first: number, time, action and SHA-256 of the contents. */
    String history(DocumentId id) {
        List<String> all = new ArrayList<>();
        eachVersion(
                id,
                info -> all.add(info.version().number()
                        + ":" + info.at().toEpochMilli()
                        + "/" + info.action()
                        + "/" + HexFormat.of().formatHex(sha256().digest(bytes(id, info)))));
        return String.join(" ", all);
    }

    /** Lists the kept versions of a document, newest first: number and stored count, 0 for a deletion. */
    String counts(DocumentId id) {
        List<String> all = new ArrayList<>();
        eachVersion(
                id,
                info -> all.add(info.version().number() + ":"
                        + copy.get(id, info.version()).map(CopyText::count).orElse("0")));
        return String.join(" ", all);
    }

    static String count(Document<JsonText> document) {
        return document.value().toString().replaceAll("\\D", "");
    }

    private byte[] bytes(DocumentId id, VersionInfo info) {
        return copy.get(id, info.version()).map(there -> there.value().utf8()).orElse(NOTHING);
    }

    private void eachId(Consumer<DocumentId> telling) {
        Optional<DocumentId> after = Optional.empty();
        do {
            var page = copy.ids(after, PAGE);
            page.items().forEach(telling);
            after = page.next();
        } while (after.isPresent());
    }

    private void eachVersion(DocumentId id, Consumer<VersionInfo> telling) {
        Optional<Version> before = Optional.empty();
        do {
            var page = copy.versions(id, before, PAGE);
            page.items().forEach(telling);
            before = page.next();
        } while (before.isPresent());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
