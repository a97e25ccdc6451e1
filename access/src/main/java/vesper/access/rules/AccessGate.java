package vesper.access.rules;

import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import vesper.http.Audience;
import vesper.http.Caller;
import vesper.http.Request;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.access.AccessProblems;
import vesper.rest.access.Gate;
import vesper.rest.access.Permission;

/**
 * The gate of the router: the word of the code first, then the first rule that matches, then the default. Operators'
 * routes have a guard of their own, and health checks are for everyone.
 */
public final class AccessGate implements Gate {
    private final BooleanSupplier isLoaded;
    private final Predicate<Request> operators;
    private final boolean isOpen;
    private volatile AccessRules rules = AccessRules.NONE;
    private final LongAdder unauthenticated = new LongAdder();
    private final LongAdder forbidden = new LongAdder();

    /**
     * @param isLoaded whether users and keys are known
     * @param operators requests that may do what operators may
     * @param isOpen whether a path that nothing is said about is open to everyone
     */
    public AccessGate(BooleanSupplier isLoaded, Predicate<Request> operators, boolean isOpen) {
        this.isLoaded = isLoaded;
        this.operators = operators;
        this.isOpen = isOpen;
    }

    /** Replaces the rules. */
    public void use(AccessRules others) {
        rules = others;
    }

    public AccessRules rules() {
        return rules;
    }

    /** Returns whether a path that nothing is said about is open to everyone. */
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public void admit(Request request, Permission permission, Audience audience) {
        if (audience != Audience.SERVICE) return;
        if (isOpen && !permission.isStated() && rules.isEmpty()) return;
        if (!isLoaded.getAsBoolean()) throw notLoaded();
        Optional<String> needs = needs(request, permission);
        if (needs.isEmpty()) return;
        (request.caller().isAuthenticated() ? forbidden : unauthenticated).increment();
        throw AccessProblems.refused(request, needs.get());
    }

    /** Returns what the caller lacks, to complete the sentence "This needs …"; empty if nothing. */
    private Optional<String> needs(Request request, Permission permission) {
        Caller caller = request.caller();
        if (permission.equals(Permission.OPERATORS)) {
            return operators.test(request) ? Optional.empty() : Optional.of(permission.needs());
        }
        return decide(caller, permission, rules.match(request.method(), request.path()))
                .needs();
    }

    /**
     * Decides on a caller.
     *
     * @param rule the rule that matches the request, if any
     */
    public AccessDecision decide(Caller caller, Permission permission, Optional<AccessRule> rule) {
        if (!permission.admits(caller)) return AccessDecision.refused("code", permission.needs());
        if (rule.isPresent()) {
            String by = "rule " + rule.get().id();
            return rule.get().admits(caller)
                    ? AccessDecision.admitted(by)
                    : AccessDecision.refused(by, rule.get().needs());
        }
        if (permission.isStated()) return AccessDecision.admitted("code");
        boolean isAdmitted = isOpen || caller.kind() == Caller.Kind.OPERATOR;
        return isAdmitted
                ? AccessDecision.admitted("default")
                : AccessDecision.refused("default", "credentials that an access rule admits");
    }

    /** Returns the number of requests that were rejected for lack of credentials. */
    public long unauthenticated() {
        return unauthenticated.sum();
    }

    /** Returns the number of requests that were rejected although their credentials are valid. */
    public long forbidden() {
        return forbidden.sum();
    }

    private static ProblemException notLoaded() {
        return ProblemType.UNAVAILABLE
                .because("Users and keys are not loaded yet.")
                .header("Retry-After", "1")
                .exception();
    }
}
