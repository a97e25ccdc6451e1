package vesper.rest.controllers;

import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.answers.Failures;
import vesper.rest.cors.CrossOrigins;

/** A handler that lets pages of other origins read its responses, including those to failures. */
final class CrossOriginHandler implements Handler {
    private final Handler handler;
    private final CrossOrigins origins;
    private final Failures failures;

    CrossOriginHandler(Handler handler, CrossOrigins origins, Failures failures) {
        this.handler = handler;
        this.origins = origins;
        this.failures = failures;
    }

    @Override
    public Response handle(Request request) {
        return answer(request).changed(answer -> origins.allowing(request.headers(), answer.copy()));
    }

    private Response answer(Request request) {
        try {
            return handler.handle(request);
        } catch (VirtualMachineError e) {
            if (e instanceof StackOverflowError) return failures.answer(e, request);
            throw e;
        } catch (Throwable t) {
            return failures.answer(t, request);
        }
    }
}
