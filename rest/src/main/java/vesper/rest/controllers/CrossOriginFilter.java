package vesper.rest.controllers;

import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.answers.Failures;
import vesper.rest.cors.CorsRules;

/** The filter that lets pages of other origins read responses, including those to failures. */
final class CrossOriginFilter implements Filter {
    private final CorsRules origins;
    private final Failures failures;

    CrossOriginFilter(CorsRules origins, Failures failures) {
        this.origins = origins;
        this.failures = failures;
    }

    @Override
    public Response handle(Request request, Handler next) {
        return answer(request, next).changed(answer -> origins.addHeaders(request.headers(), answer.copy()));
    }

    private Response answer(Request request, Handler next) {
        try {
            return next.handle(request);
        } catch (VirtualMachineError e) {
            if (e instanceof StackOverflowError) return failures.respond(e, request);
            throw e;
        } catch (Throwable t) {
            return failures.respond(t, request);
        }
    }
}
