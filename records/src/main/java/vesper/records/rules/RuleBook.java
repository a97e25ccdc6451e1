package vesper.records.rules;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * The rules of one kind, kept in a file and changed at run time, at most {@value #MOST_RULES}. A change is on disk
 * before it is answered and before anybody hears of it; where the disk does not take it, nothing has changed. Any thread
 * may read and change; changes, and what listeners are told of them, come one after the other.
 *
 * <p>Every state of a rule has a version of its own, never used before in this book, so that a change can name the one
 * that it was made against. A name belongs to one rule, whatever the case of its letters; the id is made of the first
 * name and stays.
 */
public final class RuleBook<R extends Rule> {
    public static final int MOST_RULES = 1000;

    private final RuleFile<R> file;
    private final BiFunction<String, Map<?, ?>, Understood<R>> understood;
    private final Codec codec = new Codec(false);
    private final List<Consumer<List<R>>> listeners = new ArrayList<>();
    private volatile RuleFile.Content<R> content;

    private RuleBook(
            RuleFile<R> file, BiFunction<String, Map<?, ?>, Understood<R>> understood, RuleFile.Content<R> content) {
        this.file = file;
        this.understood = understood;
        this.content = content;
    }

    /**
     * The Monitor's rules, in {@code monitor-rules.json}; none where there is no such file yet.
     *
     * @throws DamagedRulesException if the file cannot be understood; it is left as it is
     */
    public static RuleBook<MonitorRule> ofMonitor(Path folder) throws IOException {
        return open(folder.resolve("monitor-rules.json"), MonitorRule::understood);
    }

    /**
     * The rules of throttling, in {@code throttling-rules.json}; none where there is no such file yet.
     *
     * @throws DamagedRulesException if the file cannot be understood; it is left as it is
     */
    public static RuleBook<ThrottlingRule> ofThrottling(Path folder) throws IOException {
        return open(folder.resolve("throttling-rules.json"), ThrottlingRule::understood);
    }

    private static <R extends Rule> RuleBook<R> open(Path path, BiFunction<String, Map<?, ?>, Understood<R>> understood)
            throws IOException {
        RuleFile<R> file = new RuleFile<>(path, understood);
        return new RuleBook<>(file, understood, file.read());
    }

    /** Every rule, the disabled too, in the order in which they are asked. */
    public List<StoredRule<R>> all() {
        return content.rules();
    }

    public Optional<StoredRule<R>> find(String id) {
        return content.rules().stream()
                .filter(stored -> stored.rule().id().equals(id))
                .findFirst();
    }

    /**
     * Tells the rules of this moment, at once, and again after every change. Listeners may wait for a disk, as a change
     * itself does; only other changes wait for them, and nobody who reads. They must not throw.
     */
    public synchronized void onChange(Consumer<List<R>> listener) {
        listeners.add(listener);
        listener.accept(rulesOf(content));
    }

    /** Adds what somebody wrote as a rule. */
    public synchronized RuleChange<R> add(Map<?, ?> fields) {
        List<StoredRule<R>> before = content.rules();
        if (before.size() == MOST_RULES) return new RuleChange.Full<>(MOST_RULES);
        String name = fields.get("name") instanceof String text ? text : "";
        String id = RuleIds.of(name, candidate -> find(candidate).isPresent());
        return store(id, fields, null);
    }

    /**
     * Puts what somebody wrote in the place of a rule.
     *
     * @param version which the rule has to have; empty for any
     */
    public synchronized RuleChange<R> replace(String id, OptionalLong version, Map<?, ?> fields) {
        return changing(id, version, stored -> store(id, fields, stored));
    }

    /** Changes the fields that are given, and takes away those given as null (RFC 7396). */
    public synchronized RuleChange<R> patch(String id, OptionalLong version, Map<?, ?> fields) {
        return changing(id, version, stored -> store(id, merged(fieldsOf(stored.rule()), fields), stored));
    }

    public synchronized RuleChange<R> remove(String id, OptionalLong version) {
        return changing(id, version, stored -> {
            List<StoredRule<R>> rules = new ArrayList<>(content.rules());
            rules.remove(stored);
            RuleChange<R> failure = written(rules);
            return failure == null ? new RuleChange.Removed<>(stored.rule()) : failure;
        });
    }

    private RuleChange<R> changing(String id, OptionalLong version, Function<StoredRule<R>, RuleChange<R>> change) {
        StoredRule<R> stored = find(id).orElse(null);
        if (stored == null) return new RuleChange.NoSuchRule<>(id);
        boolean isStale = version.isPresent() && version.getAsLong() != stored.version();
        return isStale ? new RuleChange.Stale<>(stored) : change.apply(stored);
    }

    private RuleChange<R> store(String id, Map<?, ?> fields, @Nullable StoredRule<R> before) {
        return switch (understood.apply(id, fields)) {
            case Understood.Wrong<R>(var bad) -> new RuleChange.Wrong<>(bad);
            case Understood.Right<R>(R rule) -> store(rule, before);
        };
    }

    private RuleChange<R> store(R rule, @Nullable StoredRule<R> before) {
        for (StoredRule<R> other : content.rules()) {
            boolean isAnother = !other.rule().id().equals(rule.id());
            if (isAnother && other.rule().name().equalsIgnoreCase(rule.name()))
                return new RuleChange.NameTaken<>(rule.name(), other.rule().id());
        }
        if (before != null && before.rule().equals(rule)) return new RuleChange.Stored<>(before);
        StoredRule<R> now = new StoredRule<>(rule, content.revision() + 1);
        List<StoredRule<R>> rules = new ArrayList<>(content.rules());
        if (before != null) rules.remove(before);
        rules.add(now);
        RuleChange<R> failure = written(rules);
        return failure == null ? new RuleChange.Stored<>(now) : failure;
    }

    /** Null where it was written. */
    private @Nullable RuleChange<R> written(List<StoredRule<R>> rules) {
        rules.sort((one, other) -> Rule.ORDER.compare(one.rule(), other.rule()));
        RuleFile.Content<R> next = new RuleFile.Content<>(content.revision() + 1, List.copyOf(rules));
        try {
            file.write(next);
        } catch (IOException e) {
            return new RuleChange.NotWritten<>(String.valueOf(e.getMessage()));
        }
        content = next;
        List<R> now = rulesOf(next);
        for (Consumer<List<R>> listener : listeners) listener.accept(now);
        return null;
    }

    private static <R extends Rule> List<R> rulesOf(RuleFile.Content<R> content) {
        return content.rules().stream().map(StoredRule::rule).toList();
    }

    private Map<?, ?> fieldsOf(R rule) {
        return switch (codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, rule), Object.class)) {
            case Decoded.Value<Object>(Map<?, ?> fields) -> fields;
            case Decoded<Object> other -> throw new IllegalStateException("a rule became " + other);
        };
    }

    private static Map<Object, @Nullable Object> merged(@Nullable Object target, Map<?, ?> patch) {
        Map<Object, @Nullable Object> merged = new LinkedHashMap<>();
        if (target instanceof Map<?, ?> fields) merged.putAll(fields);
        patch.forEach((field, value) -> {
            if (value == null) merged.remove(field);
            else if (value instanceof Map<?, ?> inner) merged.put(field, merged(merged.get(field), inner));
            else merged.put(field, value);
        });
        return merged;
    }
}
