package vesper.records.capture;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.records.OpenTransaction;
import vesper.records.Transaction;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.Additions.Kind;
import vesper.records.rows.States;

/** A transaction that code began. Each call writes a row, which repeats all properties that are known by then. */
final class StandaloneTransaction implements OpenTransaction {
    private final UUID id;
    private final AdditionFactory factory;
    private final AddedRows rows;
    private final Clock clock;
    private final long startedNanos = System.nanoTime();
    private String type;
    private String externalId = "";
    private String sender = "";
    private String receiver = "";
    private String state = States.STARTED;
    private String failure = "";
    private int count;
    private long bytes;
    private boolean hasFailed;
    private boolean isOver;

    StandaloneTransaction(UUID id, @Nullable String type, AdditionFactory factory, AddedRows rows, Clock clock) {
        this.id = id;
        this.type = AdditionFactory.cut(type);
        this.factory = factory;
        this.rows = rows;
        this.clock = clock;
        write(List.of(factory.state(States.STARTED, null)));
    }

    @Override
    public String id() {
        return id.toString();
    }

    @Override
    public synchronized Transaction type(@Nullable String said) {
        type = AdditionFactory.cut(said);
        return stated();
    }

    @Override
    public synchronized Transaction externalId(@Nullable String said) {
        externalId = AdditionFactory.cut(said);
        return stated();
    }

    @Override
    public synchronized Transaction sender(@Nullable String said) {
        sender = AdditionFactory.cut(said);
        return stated();
    }

    @Override
    public synchronized Transaction receiver(@Nullable String said) {
        receiver = AdditionFactory.cut(said);
        return stated();
    }

    @Override
    public Transaction state(@Nullable String name, @Nullable Object payload) {
        return add(factory.state(name, payload));
    }

    @Override
    public Transaction put(@Nullable String name, @Nullable Object value) {
        return add(factory.property(name, value));
    }

    @Override
    public Transaction log(@Nullable String line) {
        return add(factory.log(line));
    }

    @Override
    public Transaction link(@Nullable String relation, @Nullable String otherId) {
        return add(factory.link(relation, otherId));
    }

    @Override
    public synchronized OpenTransaction failed(@Nullable Throwable why) {
        failure = AdditionFactory.failure(why);
        hasFailed = true;
        return this;
    }

    @Override
    public synchronized void close() {
        if (isOver) return;
        state = hasFailed ? States.ERROR : States.PROCESSED;
        write(List.of(factory.state(state, hasFailed ? failure : null)));
        isOver = true;
    }

    /**
     * Counts against the limit like an addition, so that a loop that sets the same property again and again cannot fill
     * the disk.
     */
    private Transaction stated() {
        if (isOver || !hasRoom(0)) return this;
        write(List.of());
        return this;
    }

    private synchronized Transaction add(Addition addition) {
        if (isOver || !hasRoom(Additions.mostBytes(addition))) return this;
        if (addition.kind() == Kind.STATE) state = addition.name();
        write(List.of(addition));
        return this;
    }

    /** Checks and updates the limits. The first addition beyond them is replaced by a log line that says so. */
    private boolean hasRoom(int more) {
        if (count > MOST_ADDITIONS) return false;
        count++;
        bytes += more;
        if (count <= MOST_ADDITIONS && bytes <= MOST_BYTES) return true;
        count = MOST_ADDITIONS + 1;
        write(List.of(factory.more()));
        return false;
    }

    private void write(List<Addition> added) {
        long micros = (System.nanoTime() - startedNanos) / 1000;
        rows.write(
                id,
                new AddedRows.KnownProperties(type, externalId, sender, receiver, state, micros),
                clock.millis(),
                added);
    }
}
