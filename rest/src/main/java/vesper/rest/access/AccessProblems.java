package vesper.rest.access;

import vesper.http.Headers;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** The responses to callers that may not do what they request. None of them says whether a user or key exists. */
public final class AccessProblems {
    private static final ProblemType UNAUTHORIZED = ProblemType.ofStatus(401);
    private static final ProblemType FORBIDDEN = ProblemType.ofStatus(403);

    private static final String TOKEN = "Bearer realm=\"vesper\"";
    private static final String PASSWORD = "Basic realm=\"vesper\", charset=\"UTF-8\"";

    private AccessProblems() {}

    /**
     * Returns the problem of a caller who lacks something: 401 without credentials, 403 with credentials.
     *
     * @param needs completes the sentence "This needs …"
     */
    public static ProblemException refused(Request request, String needs) {
        return request.caller().isAuthenticated()
                ? forbidden("This needs " + needs + ", which "
                                + request.caller().name() + " does not have.")
                        .exception()
                : unauthorized(request, "This needs " + needs + ": send credentials.")
                        .exception();
    }

    /** Returns a problem with status 401 and the challenges that fit the client. */
    public static Problem unauthorized(Request request, String detail) {
        return UNAUTHORIZED.because(detail).header("WWW-Authenticate", challenge(request.headers()));
    }

    /** Returns a problem with status 403. */
    public static Problem forbidden(String detail) {
        return FORBIDDEN.because(detail);
    }

    /** A script of a page gets no challenge for a password: the browser would open a dialog for it. */
    private static String challenge(Headers headers) {
        boolean isScript = headers.first("Sec-Fetch-Mode")
                .filter(mode -> !mode.equals("navigate"))
                .isPresent();
        return isScript ? TOKEN : TOKEN + ", " + PASSWORD;
    }
}
