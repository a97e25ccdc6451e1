package vesper.access.directory;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.DocumentId;
import vesper.documents.JsonText;
import vesper.documents.Version;
import vesper.documents.Write;

/**
 * The members of one kind. Each is a document, and all of them are in memory too, since every request may need one. A
 * change is stored before it takes effect here; changes of other nodes follow as soon as this node receives them.
 * Thread-safe.
 */
public final class Members<T extends Member> {
    /** Limit of the members of one kind, which bounds the memory that they take. */
    public static final int MOST = 100_000;

    private static final Logger LOG = LoggerFactory.getLogger(Members.class);

    private final String kind;
    private final Class<T> type;
    private final MemberStore store;
    private final Runnable onChange;
    private final Codec codec = new Codec(false);
    private final Map<String, Stored<T>> members = new ConcurrentHashMap<>();

    Members(String kind, Class<T> type, MemberStore store, Runnable onChange) {
        this.kind = kind;
        this.type = type;
        this.store = store;
        this.onChange = onChange;
    }

    /** Applies a version unless a newer one is there already. */
    void apply(String id, Version version, Optional<JsonText> text) {
        Optional<T> read = text.flatMap(json -> read(id, json));
        members.compute(id, (_, known) -> {
            boolean isOld = known != null && known.version().number() > version.number();
            if (isOld) return known;
            return read.isPresent() ? new Stored<>(read.get(), version) : null;
        });
    }

    /**
     * Returns empty for a member of a newer version that this server cannot read. Its credentials are rejected then.
     */
    private Optional<T> read(String id, JsonText json) {
        if (codec.read(MediaFormat.JSON, json.utf8(), type) instanceof DecodeResult.Value<Object>(var value)
                && value != null) {
            return Optional.of(type.cast(value));
        }
        LOG.error("the {} {} cannot be read and is ignored", kind, id);
        return Optional.empty();
    }

    /** Removes all members but those in these documents. */
    void retain(Set<String> documents) {
        members.keySet().removeIf(id -> !documents.contains(kind + ":" + id));
    }

    void changed() {
        onChange.run();
    }

    public Optional<T> find(String id) {
        return stored(id).map(Stored::member);
    }

    public Optional<Stored<T>> stored(String id) {
        return Optional.ofNullable(members.get(id));
    }

    /** Returns all members, in no order. */
    public Collection<Stored<T>> all() {
        return members.values();
    }

    public int count() {
        return members.size();
    }

    /**
     * Stores a new member.
     *
     * @throws IOException if it cannot be stored now
     */
    public Write create(T member) throws IOException {
        return applied(member, store.create(idOf(member.id()), text(member)));
    }

    /**
     * Replaces a member in a version.
     *
     * @throws IOException if it cannot be stored now
     */
    public Write replace(Version expected, T member) throws IOException {
        return applied(member, store.put(idOf(member.id()), expected, text(member)));
    }

    /**
     * Removes a member.
     *
     * @throws IOException if it cannot be removed now
     */
    public Write remove(String id, Version expected) throws IOException {
        Write outcome = store.delete(idOf(id), expected);
        if (outcome instanceof Write.Stored stored) {
            apply(id, stored.version(), Optional.empty());
            changed();
        }
        return outcome;
    }

    private Write applied(T member, Write outcome) {
        if (outcome instanceof Write.Stored stored) {
            apply(member.id(), stored.version(), Optional.of(text(member)));
            changed();
        }
        return outcome;
    }

    /**
     * Waits until this node has seen what all nodes have acknowledged.
     *
     * @throws IOException if the cluster does not answer
     */
    public void awaitCurrent() throws IOException {
        store.awaitCurrent();
    }

    private DocumentId idOf(String id) {
        return new DocumentId(kind + ":" + id);
    }

    private JsonText text(T member) {
        return JsonText.of(member, codec);
    }
}
