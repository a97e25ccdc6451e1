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
final class BegunTransaction implements OpenTransaction {
    private final UUID id;
    private final Sayings sayings;
    private final AddedRows rows;
    private final Clock clock;
    private final long begunNanos = System.nanoTime();
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

    BegunTransaction(UUID id, @Nullable String type, Sayings sayings, AddedRows rows, Clock clock) {
        this.id = id;
        this.type = Sayings.cut(type);
        this.sayings = sayings;
        this.rows = rows;
        this.clock = clock;
        write(List.of(sayings.state(States.STARTED, null)));
    }

    @Override
    public String id() {
        return id.toString();
    }

    @Override
    public synchronized Transaction type(@Nullable String said) {
        type = Sayings.cut(said);
        return stated();
    }

    @Override
    public synchronized Transaction externalId(@Nullable String said) {
        externalId = Sayings.cut(said);
        return stated();
    }

    @Override
    public synchronized Transaction sender(@Nullable String said) {
        sender = Sayings.cut(said);
        return stated();
    }

    @Override
    public synchronized Transaction receiver(@Nullable String said) {
        receiver = Sayings.cut(said);
        return stated();
    }

    @Override
    public Transaction state(@Nullable String name, @Nullable Object payload) {
        return add(sayings.state(name, payload));
    }

    @Override
    public Transaction put(@Nullable String name, @Nullable Object value) {
        return add(sayings.property(name, value));
    }

    @Override
    public Transaction log(@Nullable String line) {
        return add(sayings.log(line));
    }

    @Override
    public Transaction link(@Nullable String relation, @Nullable String otherId) {
        return add(sayings.link(relation, otherId));
    }

    @Override
    public synchronized OpenTransaction failed(@Nullable Throwable why) {
        failure = Sayings.failure(why);
        hasFailed = true;
        return this;
    }

    @Override
    public synchronized void close() {
        if (isOver) return;
        state = hasFailed ? States.ERROR : States.PROCESSED;
        write(List.of(sayings.state(state, hasFailed ? failure : null)));
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
        write(List.of(sayings.more()));
        return false;
    }

    private void write(List<Addition> added) {
        long micros = (System.nanoTime() - begunNanos) / 1000;
        rows.write(id, new AddedRows.Said(type, externalId, sender, receiver, state, micros), clock.millis(), added);
    }
}
