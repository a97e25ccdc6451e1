package vesper.services.schemas;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.ValidationLimitExceededException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;
import vesper.services.trees.FirstRefusals;

/** A validation of one value against a schema, with bounds on its work. Not thread-safe. */
final class Evaluation extends ExecutionContext {
    /** Maximum number of collected errors; each may hold the text of a schema. */
    private static final int MOST_ERRORS = 1_000;

    private static final long LEAST_STEPS = 100_000;
    private static final long STEPS_EACH_VALUE = 100;
    private static final long MOST_STEPS = 5_000_000;

    /** Maximum depth of schemas that apply within each other. Each takes several frames of a 1 MiB stack. */
    private static final int MOST_DEPTH = 1_000;

    private final JsonNode value;
    private final String schemaName;
    private final boolean isOfSchema;

    private Evaluation(JsonNode value, String schemaName, boolean areFormatsChecked) {
        super(ExecutionConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(areFormatsChecked)
                .maxEvaluationSteps(Math.min(LEAST_STEPS + STEPS_EACH_VALUE * ValueCount.of(value), MOST_STEPS))
                .maxEvaluationDepth(MOST_DEPTH)
                .build());
        this.value = value;
        this.schemaName = schemaName;
        this.isOfSchema = !areFormatsChecked;
    }

    static Evaluation ofDocument(JsonNode document) {
        return new Evaluation(document, "its schema", true);
    }

    /** Does not check formats, since the formats in a schema are checked where it is used. */
    static Evaluation ofSchema(JsonNode schema) {
        return new Evaluation(schema, "the schema of schemas", false);
    }

    /** Validates the value and adds everything that is wrong to the refusals. */
    void compare(Schema schema, FirstRefusals refusals) {
        try {
            boolean isDone = ScopedValue.where(Looks.CURRENT, new Looks()).call(() -> comesToAnEnd(schema));
            if (isDone) tell(getErrors(), refusals);
            else refusals.add("", "is too large or too deep to be compared with " + schemaName);
        } catch (Looks.UndecidedException undecided) {
            refusals.add("", "has a text that takes too long to compare with the pattern " + undecided.getMessage());
        }
    }

    /** Runs the validation. Returns whether it completed within its bounds. */
    boolean comesToAnEnd(Schema schema) {
        try {
            schema.validate(this, value);
            return true;
        } catch (ValidationLimitExceededException | StackOverflowError _) {
            return false;
        }
    }

    private void tell(List<Error> errors, FirstRefusals refusals) {
        Refusal before = null;
        for (Error error : errors) {
            if (refusals.isFull()) {
                refusals.addOther();
            } else {
                Refusal refusal = SchemaSentence.of(error);
                if (!isOtherFormOf(before, refusal)) refusals.add(refusal.pointer(), refusal.reason());
                before = refusal;
            }
        }
        if (errors.size() == MOST_ERRORS) refusals.addUncounted();
    }

    /**
     * Checks for a repeated report. A schema's {@code type} is a type name or a list of them, so an unknown name yields
     * two errors. Only the one that lists the type names is reported.
     */
    private boolean isOtherFormOf(@Nullable Refusal before, Refusal refusal) {
        return isOfSchema
                && before != null
                && refusal.reason().equals("expected a list")
                && before.reason().startsWith("expected one of")
                && before.pointer().equals(refusal.pointer());
    }

    /**
     * Drops errors beyond the bound, but does not stop: these may be the errors of one alternative, and the next one
     * may fit.
     */
    @Override
    public void addError(Error error) {
        if (getErrors().size() < MOST_ERRORS) super.addError(error);
    }
}
