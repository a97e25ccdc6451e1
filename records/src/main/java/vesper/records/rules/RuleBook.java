package vesper.records.rules;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;

/**
 * The rules of one kind, at most {@value #MOST_RULES}, kept in a file and changeable at run time. A change is on disk
 * before it is confirmed and before listeners are notified. If the disk fails, nothing changes. Thread-safe; changes
 * and their notifications are serialized.
 *
 * <p>If several servers share their rules ({@link #share}), a change is stored with them before it is confirmed, and
 * {@link #refresh} applies changes by others. The file then holds the latest known state, for a start without the other
 * servers.
 *
 * <p>Each state of a rule has a version that is unique in this book, so that a change can name the version that it is
 * based on. Names are unique regardless of case. The id is derived from the first name and never changes.
 */
public final class RuleBook<R extends Rule> {
    public static final int MOST_RULES = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);
    /** Limit of attempts at a change when other servers' changes come first. */
    private static final int MOST_TRIES = 20;
    /**
     * Limit of the age of the shared text. A change that waited longer for the lock reads the text again, and so
     * notices if the cluster no longer answers.
     */
    private static final Duration LONGEST_ANSWERED = Duration.ofSeconds(2);

    private final RuleFile<R> file;
    private final BiFunction<String, Map<?, ?>, ParsedRule<R>> understood;
    private final Codec codec = new Codec(false);
    private final List<Consumer<List<R>>> listeners = new ArrayList<>();
    private volatile RuleFile.Content<R> content;
    private volatile @Nullable SharedRules shared;
    /** Version of the shared text from which {@link #content} was read. */
    private long sharedVersion;
    /** Latest version that could not be parsed and has been logged. */
    private long strangeVersion;

    private RuleBook(
            RuleFile<R> file, BiFunction<String, Map<?, ?>, ParsedRule<R>> understood, RuleFile.Content<R> content) {
        this.file = file;
        this.understood = understood;
        this.content = content;
    }

    /**
     * Reads the Monitor's rules from {@code monitor-rules.json}; the book is empty if the file does not exist.
     *
     * @param isForOperators whether a path of this server is for operators; no rule may call it
     * @throws DamagedRulesException if the file is invalid; it is not modified
     */
    public static RuleBook<MonitorRule> ofMonitor(Path folder, Predicate<String> isForOperators) throws IOException {
        return open(
                folder.resolve("monitor-rules.json"),
                (id, fields) -> MonitorRule.understood(id, fields, isForOperators));
    }

    /**
     * Reads the throttling rules from {@code throttling-rules.json}; the book is empty if the file does not exist.
     *
     * @throws DamagedRulesException if the file is invalid; it is not modified
     */
    public static RuleBook<ThrottlingRule> ofThrottling(Path folder) throws IOException {
        return open(folder.resolve("throttling-rules.json"), ThrottlingRule::understood);
    }

    /**
     * Reads the rules of a file; the book is empty if the file does not exist.
     *
     * @param understood parses a rule from its id and the fields of a JSON object
     * @throws DamagedRulesException if the file is invalid; it is not modified
     */
    public static <R extends Rule> RuleBook<R> open(Path path, BiFunction<String, Map<?, ?>, ParsedRule<R>> understood)
            throws IOException {
        RuleFile<R> file = new RuleFile<>(path, understood);
        return new RuleBook<>(file, understood, file.read());
    }

    /** Returns all rules, including disabled ones, in matching order. */
    public List<StoredRule<R>> all() {
        return content.rules();
    }

    public Optional<StoredRule<R>> find(String id) {
        return content.rules().stream()
                .filter(stored -> stored.rule().id().equals(id))
                .findFirst();
    }

    /**
     * Adds a listener. It receives the current rules at once and again after every change. It may wait for a disk, as
     * changes do: other changes wait for it, readers do not. It must not throw.
     */
    public synchronized void onChange(Consumer<List<R>> listener) {
        listeners.add(listener);
        listener.accept(rulesOf(content));
    }

    /** Shares the rules with other servers from now on. */
    public synchronized void share(SharedRules with) {
        shared = with;
        refresh();
    }

    /** Applies changes that other servers have made to the shared rules. */
    public synchronized void refresh() {
        SharedRules with = shared;
        if (with == null) return;
        SharedRules.Text text = with.known();
        try {
            take(text);
        } catch (IOException notUnderstood) {
            // Log it once for each version, since this is called again with the same text.
            if (text.version() > strangeVersion) LOG.error("rules stay as they were: {}", notUnderstood.getMessage());
            strangeVersion = text.version();
        }
    }

    /**
     * Stores this server's rules as the shared ones if there are no shared rules yet.
     *
     * @throws SharedRules.TooLargeException if they can never be stored
     * @throws IOException if they cannot be stored now
     */
    public void offer() throws IOException {
        SharedRules with = shared;
        if (with == null || hasShared() || content.rules().isEmpty()) return;
        SharedRules.Text newest = with.newest();
        synchronized (this) {
            take(newest);
            if (sharedVersion == 0 && isReplaced(with, content)) {
                LOG.info("the cluster had no rules, and has those of {} now", file);
            }
        }
    }

    private synchronized boolean hasShared() {
        return sharedVersion > 0;
    }

    /**
     * Applies the shared text if it is newer than the current one.
     *
     * @throws IOException if it cannot be parsed; a newer server may have written it
     */
    private void take(SharedRules.Text text) throws IOException {
        if (text.version() <= sharedVersion) return;
        RuleFile.Content<R> next;
        try {
            next = file.content(text.json().getBytes(UTF_8));
        } catch (DamagedRulesException damaged) {
            throw new IOException("this server does not understand the cluster's rules: " + damaged.what(), damaged);
        }
        boolean isFirst = sharedVersion == 0;
        sharedVersion = text.version();
        boolean isOther = !content.rules().isEmpty() && !content.rules().equals(next.rules());
        if (isFirst && isOther) setAside();
        keep(next);
        use(next);
    }

    private void setAside() {
        try {
            file.setAside()
                    .ifPresent(aside -> LOG.info("the cluster has other rules; those of before are in {}", aside));
        } catch (IOException failure) {
            LOG.warn("the rules of before cannot be set aside: {}", failure.getMessage());
        }
    }

    /**
     * Writes the file. A failure is only logged, because the file is needed just for a start without the other servers.
     */
    private void keep(RuleFile.Content<R> next) {
        try {
            file.write(next);
        } catch (IOException failure) {
            LOG.warn("the rules of the cluster cannot be kept here: {}", failure.getMessage());
        }
    }

    private boolean isReplaced(SharedRules with, RuleFile.Content<R> next) throws IOException {
        if (!with.replace(sharedVersion, new String(file.text(next), UTF_8))) return false;
        sharedVersion++;
        return true;
    }

    /** Adds a rule from the fields of a JSON object. */
    public RuleChange<R> add(Map<?, ?> fields) {
        return changed(() -> {
            if (content.rules().size() == MOST_RULES) return new RuleChange.Full<>(MOST_RULES);
            String name = fields.get("name") instanceof String text ? text : "";
            String id = RuleIds.of(name, candidate -> find(candidate).isPresent());
            return store(id, fields, null);
        });
    }

    /**
     * Replaces a rule.
     *
     * @param version the version that the rule must have; empty for any
     */
    public RuleChange<R> replace(String id, OptionalLong version, Map<?, ?> fields) {
        return changed(id, version, stored -> store(id, fields, stored));
    }

    /** Changes the given fields and removes those given as null (RFC 7396). */
    public RuleChange<R> patch(String id, OptionalLong version, Map<?, ?> fields) {
        return changed(id, version, stored -> store(id, merged(fieldsOf(stored.rule()), fields), stored));
    }

    public RuleChange<R> remove(String id, OptionalLong version) {
        return changed(id, version, stored -> {
            List<StoredRule<R>> rules = new ArrayList<>(content.rules());
            rules.remove(stored);
            write(rules);
            return new RuleChange.Removed<>(stored.rule());
        });
    }

    /** A change to the current rules. */
    private interface Change<R extends Rule> {
        RuleChange<R> make() throws IOException;
    }

    private interface ChangeOfOne<R extends Rule> {
        RuleChange<R> make(StoredRule<R> stored) throws IOException;
    }

    private RuleChange<R> changed(String id, OptionalLong version, ChangeOfOne<R> change) {
        return changed(() -> {
            StoredRule<R> stored = find(id).orElse(null);
            if (stored == null) return new RuleChange.NoSuchRule<>(id);
            boolean isStale = version.isPresent() && version.getAsLong() != stored.version();
            return isStale ? new RuleChange.Stale<>(stored) : change.make(stored);
        });
    }

    /** Makes a change, and retries if other servers have changed the shared rules first. */
    private RuleChange<R> changed(Change<R> change) {
        try {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                SharedRules with = shared;
                // Outside of the lock, so that concurrent changes wait for the cluster in parallel.
                SharedRules.Text newest = with == null ? SharedRules.Text.NONE : with.newest();
                long answered = System.nanoTime();
                try {
                    return made(change, newest, answered);
                } catch (OvertakenException _) {
                    // Retry on the basis of what they have stored.
                }
            }
            return new RuleChange.NotShared<>("others change them all the while");
        } catch (SharedRules.TooLargeException tooLarge) {
            return new RuleChange.TooLarge<>(String.valueOf(tooLarge.getMessage()));
        } catch (IOException failure) {
            String reason = String.valueOf(failure.getMessage());
            return shared == null ? new RuleChange.NotWritten<>(reason) : new RuleChange.NotShared<>(reason);
        }
    }

    private synchronized RuleChange<R> made(Change<R> change, SharedRules.Text newest, long answeredNanos)
            throws IOException {
        take(newest);
        boolean isOld = System.nanoTime() - answeredNanos > LONGEST_ANSWERED.toNanos();
        if (shared != null && isOld) throw new OvertakenException();
        return change.make();
    }

    private RuleChange<R> store(String id, Map<?, ?> fields, @Nullable StoredRule<R> before) throws IOException {
        return switch (understood.apply(id, fields)) {
            case ParsedRule.Invalid<R>(var bad) -> new RuleChange.Wrong<>(bad);
            case ParsedRule.Valid<R>(R rule) -> store(rule, before);
        };
    }

    private RuleChange<R> store(R rule, @Nullable StoredRule<R> before) throws IOException {
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
        write(rules);
        return new RuleChange.Stored<>(now);
    }

    private void write(List<StoredRule<R>> rules) throws IOException {
        rules.sort((one, other) -> Rule.ORDER.compare(one.rule(), other.rule()));
        RuleFile.Content<R> next = new RuleFile.Content<>(content.revision() + 1, List.copyOf(rules));
        SharedRules with = shared;
        if (with == null) {
            file.write(next);
        } else {
            if (!isReplaced(with, next)) throw new OvertakenException();
            keep(next);
        }
        use(next);
    }

    private void use(RuleFile.Content<R> next) {
        content = next;
        List<R> now = rulesOf(next);
        for (Consumer<List<R>> listener : listeners) listener.accept(now);
    }

    /** Another server has changed the shared rules, or may have. */
    private static final class OvertakenException extends IOException {
        private static final long serialVersionUID = 1;
    }

    private static <R extends Rule> List<R> rulesOf(RuleFile.Content<R> content) {
        return content.rules().stream().map(StoredRule::rule).toList();
    }

    private Map<?, ?> fieldsOf(R rule) {
        return switch (codec.read(MediaFormat.JSON, codec.write(MediaFormat.JSON, rule), Object.class)) {
            case DecodeResult.Value<Object>(Map<?, ?> fields) -> fields;
            case DecodeResult<Object> other -> throw new IllegalStateException("a rule became " + other);
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
