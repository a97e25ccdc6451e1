package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.Tracking;
import vesper.records.Transaction;
import vesper.records.rows.Additions;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.Additions.Kind;

/** The transaction of one request while code adds to it. */
final class RunningTransaction implements Transaction, Tracking {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String CUT = "More was added than is kept of one transaction.";
    private static final int FIRST_BYTES = 512;
    private static final int LONGEST_NAME = 1024;

    private final UUID id;
    private final Clock clock;
    private final Function<Object, byte[]> json;
    private ByteBuffer additions = ByteBuffer.allocate(FIRST_BYTES);
    private int count;
    private boolean isOver;
    private boolean isFull;
    private String type = "";
    private String externalId = "";
    private String sender = "";
    private String receiver = "";
    private String state = "";
    private @Nullable Response answer;

    /** @param json makes JSON of values; what it throws is what the value's text is taken for */
    RunningTransaction(UUID id, Clock clock, Function<Object, byte[]> json) {
        this.id = id;
        this.clock = clock;
        this.json = json;
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
    public synchronized Transaction type(String said) {
        if (!isOver) type = cut(said);
        return this;
    }

    @Override
    public synchronized Transaction externalId(String said) {
        if (!isOver) externalId = cut(said);
        return this;
    }

    @Override
    public synchronized Transaction sender(String said) {
        if (!isOver) sender = cut(said);
        return this;
    }

    @Override
    public synchronized Transaction receiver(String said) {
        if (!isOver) receiver = cut(said);
        return this;
    }

    @Override
    public Transaction state(String name, @Nullable Object payload) {
        String contentType = switch (payload) {
            case null -> "";
            case byte[] _ -> "application/octet-stream";
            case CharSequence _ -> "text/plain";
            default -> "application/json";
        };
        add(Kind.STATE, name, contentType, bytes(payload));
        return this;
    }

    @Override
    public Transaction put(String name, @Nullable Object value) {
        add(Kind.PROPERTY, name, "", ByteBuffer.wrap(String.valueOf(value).getBytes(UTF_8)));
        return this;
    }

    @Override
    public Transaction log(String line) {
        add(Kind.LOG, "", "", ByteBuffer.wrap(line.getBytes(UTF_8)));
        return this;
    }

    @Override
    public Transaction link(String relation, String otherId) {
        add(Kind.LINK, relation, "", ByteBuffer.wrap(otherId.getBytes(UTF_8)));
        return this;
    }

    void answered(Response given) {
        answer = given;
    }

    @Nullable
    Response answer() {
        return answer;
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

    /** Nothing is taken any more; what was is written behind what the row holds already. */
    synchronized void finish(RowBuffer row, KeptContents contents) {
        isOver = true;
        if (contents.hidesNothing()) {
            row.put(additions.array(), 0, additions.position());
            return;
        }
        Additions.read(additions.flip(), addition -> {
            Addition shown = addition.with(contents.withoutSecrets(addition));
            row.write(Additions.mostBytes(shown), into -> Additions.write(into, shown));
        });
    }

    private synchronized void add(Kind kind, String name, String contentType, ByteBuffer value) {
        if (isOver || isFull) return;
        Addition addition = new Addition(kind, clock.millis(), false, cut(name), contentType, value);
        if (count == MOST_ADDITIONS || additions.position() + Additions.mostBytes(addition) > MOST_BYTES) {
            isFull = true;
            addition = new Addition(Kind.LOG, clock.millis(), true, "", "", ByteBuffer.wrap(CUT.getBytes(UTF_8)));
        }
        int needed = additions.position() + Additions.mostBytes(addition);
        if (needed > additions.capacity()) {
            additions = ByteBuffer.allocate(Math.max(2 * additions.capacity(), needed))
                    .put(additions.flip());
        }
        Additions.write(additions, addition);
        count++;
        if (kind == Kind.STATE && !isFull) state = addition.name();
    }

    /** The last one that code said, or empty. */
    synchronized String state() {
        return state;
    }

    private ByteBuffer bytes(@Nullable Object payload) {
        return switch (payload) {
            case null -> NOTHING;
            case byte[] bytes -> ByteBuffer.wrap(bytes.clone());
            case CharSequence text -> ByteBuffer.wrap(text.toString().getBytes(UTF_8));
            default -> ByteBuffer.wrap(jsonOf(payload));
        };
    }

    private byte[] jsonOf(Object value) {
        try {
            return json.apply(value);
        } catch (RuntimeException unwritable) {
            return String.valueOf(value).getBytes(UTF_8);
        }
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
    }
}
