package vesper.records.capture;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.records.OpenTransaction;
import vesper.records.Tracking;
import vesper.records.Transaction;
import vesper.records.Transactions;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;

/** The transaction of a request, to which code may add data until the exchange ends. */
final class RunningTransaction implements Transaction, Tracking {
    private static final int FIRST_BYTES = 512;

    private final UUID id;
    private final AdditionFactory factory;
    private final Transactions transactions;
    private ByteBuffer additions = ByteBuffer.allocate(FIRST_BYTES);
    private int count;
    private boolean isOver;
    private boolean isFull;
    private String type = "";
    private String externalId = "";
    private String sender = "";
    private String receiver = "";

    /** @param transactions begins further transactions */
    RunningTransaction(UUID id, AdditionFactory factory, Transactions transactions) {
        this.id = id;
        this.factory = factory;
        this.transactions = transactions;
    }

    @Override
    public Optional<Transaction> transaction(Request request) {
        return Optional.of(this);
    }

    @Override
    public String id() {
        return id.toString();
    }

    UUID uuid() {
        return id;
    }

    @Override
    public synchronized Transaction type(@Nullable String said) {
        if (!isOver) type = AdditionFactory.cut(said);
        return this;
    }

    @Override
    public synchronized Transaction externalId(@Nullable String said) {
        if (!isOver) externalId = AdditionFactory.cut(said);
        return this;
    }

    @Override
    public synchronized Transaction sender(@Nullable String said) {
        if (!isOver) sender = AdditionFactory.cut(said);
        return this;
    }

    @Override
    public synchronized Transaction receiver(@Nullable String said) {
        if (!isOver) receiver = AdditionFactory.cut(said);
        return this;
    }

    @Override
    public Transaction state(@Nullable String name, @Nullable Object payload) {
        add(factory.state(name, payload));
        return this;
    }

    @Override
    public Transaction put(@Nullable String name, @Nullable Object value) {
        add(factory.property(name, value));
        return this;
    }

    @Override
    public Transaction log(@Nullable String line) {
        add(factory.log(line));
        return this;
    }

    @Override
    public Transaction link(@Nullable String relation, @Nullable String otherId) {
        add(factory.link(relation, otherId));
        return this;
    }

    @Override
    public void failed(Request request, Throwable why) {
        log(AdditionFactory.failure(why));
    }

    @Override
    public OpenTransaction begin(@Nullable String type) {
        return transactions.begin(type);
    }

    synchronized String type() {
        return type;
    }

    synchronized String externalId() {
        return externalId;
    }

    synchronized String sender() {
        return sender;
    }

    synchronized String receiver() {
        return receiver;
    }

    /** Ends the transaction: writes its additions to the current blob of the row and ignores later ones. */
    synchronized void finish(RowBuffer row, ContentWriter contents) {
        isOver = true;
        Additions.read(additions.duplicate().flip(), addition -> {
            Addition shown = addition.with(contents.withoutSecrets(addition));
            row.write(Additions.mostBytes(shown), into -> Additions.write(into, shown));
        });
    }

    private synchronized void add(Addition said) {
        if (isOver || isFull) return;
        Addition addition = said;
        if (count == MOST_ADDITIONS || additions.position() + Additions.mostBytes(addition) > MOST_BYTES) {
            isFull = true;
            addition = factory.more();
        }
        int needed = additions.position() + Additions.mostBytes(addition);
        if (needed > additions.capacity()) {
            additions = ByteBuffer.allocate(Math.max(2 * additions.capacity(), needed))
                    .put(additions.flip());
        }
        Additions.write(additions, addition);
        count++;
    }
}
