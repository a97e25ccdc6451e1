package vesper.rest;

/**
 * Thrown by a handler to answer with a {@link Problem}; not logged, since it is an answer, and without a stack trace,
 * which would cost whoever sends bad requests nothing and us the most of answering them.
 */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.type().status() + " " + problem.type().title() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
