package vesper.rest;

import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/** A handler method whose exceptions go to {@code @ExceptionHandler} methods. */
final class GuardedMethod implements Handler {
    private final Handler method;
    private final Failures failures;

    GuardedMethod(Handler method, Failures failures) {
        this.method = method;
        this.failures = failures;
    }

    @Override
    public Response handle(Request request) throws Exception {
        try {
            return method.handle(request);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable t) {
            return failures.answer(t, request);
        }
    }
}
