package vesper.services.schemas;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import java.util.Locale;

/** One comparison of a document with a schema, with its bounds. One thread. */
final class Evaluation extends ExecutionContext {
    /** Of problems that are gathered, each an object of some hundred bytes. */
    private static final int MOST_ERRORS = 10_000;

    private static final long LEAST_STEPS = 100_000;
    private static final long STEPS_EACH_VALUE = 100;
    private static final long MOST_STEPS = 5_000_000;

    /** Of schemas that apply one within the other; each takes some frames of a stack that has 1 MiB. */
    private static final int MOST_DEPTH = 1_000;

    /** There are more problems than anybody gathers. */
    static final class TooManyErrorsException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private TooManyErrorsException() {
            super("more than " + MOST_ERRORS, null, false, false);
        }
    }

    /** @param values that the document has */
    Evaluation(long values, boolean areFormatsChecked) {
        super(ExecutionConfig.builder()
                .locale(Locale.ROOT)
                .formatAssertionsEnabled(areFormatsChecked)
                .maxEvaluationSteps(Math.min(LEAST_STEPS + STEPS_EACH_VALUE * values, MOST_STEPS))
                .maxEvaluationDepth(MOST_DEPTH)
                .build());
    }

    @Override
    public void addError(Error error) {
        if (getErrors().size() == MOST_ERRORS) throw new TooManyErrorsException();
        super.addError(error);
    }
}
