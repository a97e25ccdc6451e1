package vesper.rest;

/**
 * Thrown by a handler to respond with a {@link Problem}. It is an intended response, so it is not logged. It has no
 * stack trace: filling one in would be the most expensive part of answering a bad request, and clients can send bad
 * requests for free.
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
