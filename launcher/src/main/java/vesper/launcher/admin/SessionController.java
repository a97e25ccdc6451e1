package vesper.launcher.admin;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Caller;
import vesper.http.Request;
import vesper.launcher.admin.AdminSessions.Session;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.access.AccessProblems;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * Sessions of browsers. A browser should not store the token, and cannot send it when it opens a stream of server-sent
 * events.
 */
@RestController
@RequestMapping("/admin/session")
public final class SessionController {
    private static final String FORWARDED_SCHEME = "X-Forwarded-Proto";

    private final AdminAccess access;
    private final AdminSessions sessions;

    public SessionController(AdminAccess access, AdminSessions sessions) {
        this.access = access;
        this.sessions = sessions;
    }

    @PostMapping(produces = "application/json")
    @Described("""
            Starts a session of twelve hours for a browser that sends the name and password of an operator, or admin.token.
            The session is a cookie; a request that changes something must also send X-CSRF-Token.
            @return The session has started""")
    @AlsoAnswers(status = 401, when = "The request does not prove an operator")
    public ResponseEntity<Begun> begin(Request request) {
        if (!access.provesOperator(request)) {
            throw AccessProblems.unauthorized(
                            request, "A session starts with the name and password of an operator, or with admin.token.")
                    .exception();
        }
        Session begun = sessions.begin(callerOf(request));
        return ResponseEntity.ok()
                .header(HttpHeaders.SET_COOKIE, cookie(begun.id(), AdminSessions.LENGTH.toSeconds(), request))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .body(Begun.of(begun));
    }

    private Caller callerOf(Request request) {
        return access.tokenOf(request).isPresent() ? AdminAccess.TOKEN_CALLER : request.caller();
    }

    @GetMapping(produces = "application/json")
    @Described("The CSRF token of the browser's session.")
    @AlsoAnswers(status = 404, when = "The request belongs to no session")
    public ResponseEntity<Begun> current(Request request) {
        Session session = sessions.of(request).orElseThrow(SessionController::none);
        return ResponseEntity.ok().header(HttpHeaders.CACHE_CONTROL, "no-store").body(Begun.of(session));
    }

    @DeleteMapping
    @Described("Ends the browser's session.\n@return It has ended")
    @AlsoAnswers(status = 404, when = "The request belongs to no session")
    public ResponseEntity<Void> end(Request request) {
        sessions.end(sessions.of(request).orElseThrow(SessionController::none));
        return ResponseEntity.noContent()
                .header(HttpHeaders.SET_COOKIE, cookie("", 0, request))
                .build();
    }

    private static ProblemException none() {
        return ProblemType.NOT_FOUND
                .because("This request belongs to no session.")
                .exception();
    }

    /**
     * Returns the session cookie. Scripts cannot read it, other sites cannot make the browser send it, and the browser
     * sends it only below {@code /admin} (RFC 6265bis).
     */
    private static String cookie(String value, long seconds, Request request) {
        boolean isSecure = request.isSecure()
                || request.headers()
                        .first(FORWARDED_SCHEME)
                        .filter("https"::equalsIgnoreCase)
                        .isPresent();
        return AdminSessions.COOKIE + "=" + value + "; Path=/admin; Max-Age=" + seconds + "; HttpOnly; SameSite=Strict"
                + (isSecure ? "; Secure" : "");
    }

    @Described("""
            A session.
            @param csrf for X-CSRF-Token
            @param user the name of the operator, or admin.token""")
    public record Begun(String csrf, String user) {
        static Begun of(Session session) {
            return new Begun(session.csrf(), session.caller().name());
        }
    }
}
