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
import vesper.services.trees.BoundedRefusals;

/** A validation of one value against a schema, with bounds on its work. Not thread-safe. */
final class SchemaEvaluation extends ExecutionContext {
    /** Maximum number of collected errors; each may hold the text of a schema. */
    private static final int MAX_ERRORS = 1_000;

    private static final long MIN_STEPS = 100_000;
    private static final long STEPS_EACH_VALUE = 100;
    private static final long MAX_STEPS = 5_000_000;

    /** Maximum depth of schemas that apply within each other. Each takes several frames of a 1 MiB stack. */
    private static final int MAX_DEPTH = 1_000;

    private final JsonNode value;
    private final String schemaName;
    private final boolean isOfSchema;

    private SchemaEvaluation(JsonNode value, String schemaName, boolean areFormatsChecked) {
        super(ExecutionConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(areFormatsChecked)
                .maxEvaluationSteps(Math.min(MIN_STEPS + STEPS_EACH_VALUE * ValueCount.of(value), MAX_STEPS))
                .maxEvaluationDepth(MAX_DEPTH)
                .build());
        this.value = value;
        this.schemaName = schemaName;
        this.isOfSchema = !areFormatsChecked;
    }

    static SchemaEvaluation ofDocument(JsonNode document) {
        return new SchemaEvaluation(document, "its schema", true);
    }

    /** Does not check formats, since the formats in a schema are checked where it is used. */
    static SchemaEvaluation ofSchema(JsonNode schema) {
        return new SchemaEvaluation(schema, "the schema of schemas", false);
    }

    /** Validates the value and adds everything that is wrong to the refusals. */
    void validate(Schema schema, BoundedRefusals refusals) {
        try {
            boolean isDone =
                    ScopedValue.where(RegexBudget.CURRENT, new RegexBudget()).call(() -> completes(schema));
            if (isDone) addErrors(getErrors(), refusals);
            else refusals.add("", "is too large or too deep to validate against " + schemaName);
        } catch (RegexBudget.RegexTimeoutException timeout) {
            refusals.add("", "has a text that takes too long to match against the pattern " + timeout.getMessage());
        }
    }

    /** Runs the validation. Returns whether it completed within its bounds. */
    boolean completes(Schema schema) {
        try {
            schema.validate(this, value);
            return true;
        } catch (ValidationLimitExceededException | StackOverflowError _) {
            return false;
        }
    }

    private void addErrors(List<Error> errors, BoundedRefusals refusals) {
        Refusal before = null;
        for (Error error : errors) {
            if (refusals.isFull()) {
                refusals.countOther();
            } else {
                Refusal refusal = SchemaErrorMessage.of(error);
                if (!repeats(before, refusal)) refusals.add(refusal.pointer(), refusal.reason());
                before = refusal;
            }
        }
        if (errors.size() == MAX_ERRORS) refusals.markIncomplete();
    }

    /**
     * Checks for a repeated report. A schema's {@code type} is a type name or a list of them, so an unknown name yields
     * two errors. Only the one that lists the type names is reported.
     */
    private boolean repeats(@Nullable Refusal before, Refusal refusal) {
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
        if (getErrors().size() < MAX_ERRORS) super.addError(error);
    }
}
