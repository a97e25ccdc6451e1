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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * The rules of one kind, kept in a file and changed at run time, at most {@value #MOST_RULES}. A change is on disk
 * before it is answered and before anybody hears of it; where the disk does not take it, nothing has changed. Any thread
 * may read and change; changes, and what listeners are told of them, come one after the other.
 *
 * <p>Where several servers have their rules in common ({@link #share}), a change is with them before it is answered, and what
 * others change comes here by {@link #refresh}. The file has what was known last, for a start without them.
 *
 * <p>Every state of a rule has a version of its own, never used before in this book, so that a change can name the one
 * that it was made against. A name belongs to one rule, whatever the case of its letters; the id is made of the first
 * name and stays.
 */
public final class RuleBook<R extends Rule> {
    public static final int MOST_RULES = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);
    /** So often a change is made anew because others were faster. */
    private static final int MOST_TRIES = 20;
    /** Who had to wait for other changes for longer asks again what is there, and hears then if nobody answers any more. */
    private static final Duration LONGEST_ANSWERED = Duration.ofSeconds(2);

    private final RuleFile<R> file;
    private final BiFunction<String, Map<?, ?>, Understood<R>> understood;
    private final Codec codec = new Codec(false);
    private final List<Consumer<List<R>>> listeners = new ArrayList<>();
    private volatile RuleFile.Content<R> content;
    private volatile @Nullable SharedRules shared;
    /** Of the text that {@link #content} is of. */
    private long sharedVersion;
    /** The newest that was complained of. */
    private long strangeVersion;

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

    /** From now on the rules are those that several servers have in common. */
    public synchronized void share(SharedRules with) {
        shared = with;
        refresh();
    }

    /** Others may have changed what is shared. */
    public synchronized void refresh() {
        SharedRules with = shared;
        if (with == null) return;
        SharedRules.Text text = with.known();
        try {
            take(text);
        } catch (IOException notUnderstood) {
            // Once, since it is there until another one is.
            if (text.version() > strangeVersion) LOG.error("rules stay as they were: {}", notUnderstood.getMessage());
            strangeVersion = text.version();
        }
    }

    /**
     * Gives the others the rules of this server where they have none.
     *
     * @throws SharedRules.TooLargeException where they never take them
     * @throws IOException where they do not take them now
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

    /** @throws IOException where it is not understood, which a newer server may have written */
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

    /** For a start without the others; who has them has the rules. */
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

    /** Adds what somebody wrote as a rule. */
    public RuleChange<R> add(Map<?, ?> fields) {
        return changed(() -> {
            if (content.rules().size() == MOST_RULES) return new RuleChange.Full<>(MOST_RULES);
            String name = fields.get("name") instanceof String text ? text : "";
            String id = RuleIds.of(name, candidate -> find(candidate).isPresent());
            return store(id, fields, null);
        });
    }

    /**
     * Puts what somebody wrote in the place of a rule.
     *
     * @param version which the rule has to have; empty for any
     */
    public RuleChange<R> replace(String id, OptionalLong version, Map<?, ?> fields) {
        return changed(id, version, stored -> store(id, fields, stored));
    }

    /** Changes the fields that are given, and takes away those given as null (RFC 7396). */
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

    /** Of what is there when it is made. */
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

    /** Makes a change, and again where others that share the rules were faster. */
    private RuleChange<R> changed(Change<R> change) {
        try {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                SharedRules with = shared;
                // Outside of the lock, so that all who change something wait for an answer at the same time.
                SharedRules.Text newest = with == null ? SharedRules.Text.NONE : with.newest();
                long answered = System.nanoTime();
                try {
                    return made(change, newest, answered);
                } catch (OvertakenException _) {
                    // It is made of what they have stored.
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
            case Understood.Wrong<R>(var bad) -> new RuleChange.Wrong<>(bad);
            case Understood.Right<R>(R rule) -> store(rule, before);
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

    /** Others may have changed what they share with this server, and it does not know of that yet. */
    private static final class OvertakenException extends IOException {
        private static final long serialVersionUID = 1;
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
