package vesper.rest;

/** Thrown by a handler to answer with a {@link Problem}; not logged, since it is an answer. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.type().status() + " " + problem.type().title() + ": " + problem.detail());
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
