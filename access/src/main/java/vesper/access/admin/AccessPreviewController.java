package vesper.access.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.access.Access;
import vesper.access.directory.ApiKey;
import vesper.access.directory.User;
import vesper.access.rules.AccessDecision;
import vesper.http.Audience;
import vesper.http.Caller;
import vesper.http.Destination;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.access.Permission;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.rest.routing.Router;

/** A preview of the decision on a request, without sending it. */
@RestController
@RequestMapping("/admin/access/preview")
public final class AccessPreviewController {
    private static final String KEY = "key:";

    private final Access access;
    private final Router router;

    public AccessPreviewController(Access access, Router router) {
        this.access = access;
        this.router = router;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            Decides on a request without sending it. What documents a caller may see is not part of the decision.
            @param path of the request
            Example: /api/orders/7
            @param method of the request
            Example: GET
            @param as name of a user, or key: and the id of a key; missing for a caller without credentials
            Example: ann
            @return The decision, and what decided""")
    @AlsoAnswers(status = 404, when = "There is no such user or key")
    public Preview preview(
            @RequestParam("path") String path,
            @RequestParam(name = "method", defaultValue = "GET") String method,
            @RequestParam(name = "as", required = false) @Nullable String as) {
        Request request = Request.of(method(method), path(path));
        Optional<Caller> caller = as == null || as.isBlank() ? Optional.of(Caller.ANONYMOUS) : caller(as);
        if (caller.isEmpty()) return new Preview(401, "credentials", Optional.of("a user who is enabled"), "");
        Destination destination = router.of(request);
        if (destination.audience() != Audience.SERVICE) {
            return ofAudience(destination, caller.get());
        }
        Permission permission = router.permissionOf(request);
        AccessDecision decision = access.gate()
                .decide(caller.get(), permission, access.gate().rules().match(request.method(), request.path()));
        return preview(decision, caller.get(), destination.route());
    }

    private static Preview ofAudience(Destination destination, Caller caller) {
        boolean isAdmitted = destination.audience() == Audience.HEALTH || caller.kind() == Caller.Kind.OPERATOR;
        return new Preview(
                isAdmitted ? 200 : caller.isAuthenticated() ? 403 : 401,
                "operators' routes",
                isAdmitted ? Optional.empty() : Optional.of("an operator"),
                destination.route());
    }

    private static Preview preview(AccessDecision decision, Caller caller, String route) {
        int status = decision.isAdmitted() ? 200 : caller.isAuthenticated() ? 403 : 401;
        return new Preview(status, decision.by(), decision.needs(), route);
    }

    /** Returns the caller; empty for a user who is disabled. */
    private Optional<Caller> caller(String as) {
        if (as.startsWith(KEY)) {
            String id = as.substring(KEY.length());
            return Optional.of(access.directory()
                    .keys()
                    .find(id)
                    .map(ApiKey::caller)
                    .orElseThrow(() -> bad("as", "there is no key " + id)));
        }
        User user = access.directory().user(as).orElseThrow(() -> bad("as", "there is no user " + as));
        return Optional.of(user).filter(User::enabled).map(User::caller);
    }

    private static Method method(String word) {
        for (Method method : Method.values()) if (method.name().equals(word.toUpperCase(Locale.ROOT))) return method;
        throw bad("method", "there is no method " + word);
    }

    private static String path(String text) {
        if (!text.startsWith("/")) throw bad("path", "does not start with a slash");
        return text;
    }

    private static ProblemException bad(String parameter, String detail) {
        return ProblemType.BAD_REQUEST
                .because("The parameter " + parameter + " is not valid: " + detail + ".")
                .withErrors(List.of(new Problem.BadValue(parameter, detail)))
                .exception();
    }

    @Described("""
            A decision.
            @param status 200 if the caller is admitted, else 401 or 403
            @param by what decided: code, default, operators' routes, or rule and its id
            @param needs what the caller lacks
            @param route that handles the request; empty if none does""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Preview(int status, String by, Optional<String> needs, String route) {}
}
