package vesper.rest;

import java.util.List;
import java.util.Map;
import vesper.http.Status;

/**
 * A kind of problem (RFC 9457, section 3.1). Instances are meant to be constants.
 *
 * @param type URI reference that identifies it, {@code about:blank} where the status is sufficient
 * @param title a short summary, the same for each occurrence
 * @param status status of the response, 400 to 599
 */
public record ProblemType(String type, String title, int status) {
    /** The type of problems that carry no information beyond their status. */
    public static final String ABOUT_BLANK = "about:blank";

    public static final ProblemType BAD_REQUEST = ofStatus(400);
    public static final ProblemType NOT_FOUND = ofStatus(404);
    public static final ProblemType METHOD_NOT_ALLOWED = ofStatus(405);
    public static final ProblemType NOT_ACCEPTABLE = ofStatus(406);
    public static final ProblemType TOO_LARGE = ofStatus(413);
    public static final ProblemType UNSUPPORTED_MEDIA_TYPE = ofStatus(415);
    public static final ProblemType SERVER_ERROR = ofStatus(500);
    public static final ProblemType UNAVAILABLE = ofStatus(503);

    public ProblemType {
        if (status < 400 || status > 599)
            throw new IllegalArgumentException("status " + status + " is not an error status");
    }

    /** Returns a type without information beyond this status. */
    public static ProblemType ofStatus(int status) {
        return new ProblemType(ABOUT_BLANK, title(status), status);
    }

    private static String title(int status) {
        String registered = Status.reason(status);
        if (!registered.isEmpty()) return registered;
        return status < 500 ? "Client Error" : "Server Error";
    }

    /** Returns a problem of this type. The detail is sent to the client. */
    public Problem because(String detail) {
        return new Problem(this, detail, List.of(), Map.of(), Map.of());
    }
}
