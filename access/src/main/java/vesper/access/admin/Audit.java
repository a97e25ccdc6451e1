package vesper.access.admin;

import vesper.http.Request;

/** Receives changes that an operator has made. */
@FunctionalInterface
public interface Audit {
    /**
     * Records a change.
     *
     * @param request of the operator
     * @param what was changed: {@code user:ann}
     * @param from what it was before; empty if it is new. Never a secret
     * @param to what it is now; empty if it is gone. Never a secret
     */
    void changed(Request request, String what, String from, String to);
}
