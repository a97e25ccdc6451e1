import org.jspecify.annotations.Nullable;
import vesper.rest.ProblemType;
import vesper.services.DocumentAction;
import vesper.services.DocumentService;

/** Counters, each a durable document: {@code POST /api/counters/{id}/increment} adds to one. */
@DocumentService(collection = "counters", state = Counters.Counter.class)
public class Counters {
    /** @param note a description of the things that are counted */
    public record Counter(long value, @Nullable String note) {}

    /** @param by the amount to add; 1 if absent */
    public record Increment(@Nullable Long by) {}

    /** Adds to a counter. */
    @DocumentAction
    public Counter increment(Counter current, Increment increment) {
        long by = increment.by() == null ? 1 : increment.by();
        try {
            return new Counter(Math.addExact(current.value(), by), current.note());
        } catch (ArithmeticException beyond) {
            throw ProblemType.ofStatus(409)
                    .because("A counter at " + current.value() + " cannot count " + by + " further")
                    .exception();
        }
    }
}
