package vesper.records.capture;

import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;

/**
 * The filter that records. It notes the response for {@link Capture} and taps streamed request and response
 * contents, so that their beginning is retained.
 */
public final class Recorder implements Filter {
    private final Capture capture;

    public Recorder(Capture capture) {
        this.capture = capture;
    }

    @Override
    public Response handle(Request request, Handler next) throws Exception {
        RecordingRules rules = capture.rules();
        if (rules == null) return next.handle(request);
        // A resubmitted request already has its transaction.
        if (!(request.note() instanceof RunningTransaction)) request.note(capture);
        if (!rules.mayKeepContents(request)) return next.handle(request);
        int most = rules.mostBodyBytes();
        if (request.body().whole() == null) request.body(new TappedBody(request.body(), new Tap(capture.taps, most)));
        return noted(request, next.handle(request), most);
    }

    private Response noted(Request request, Response response, int most) {
        if (response.isLater()) return response.changed(ready -> noted(request, ready, most));
        Response kept =
                response.content() instanceof Response.Streamed streamed ? tapped(response, streamed, most) : response;
        if (request.note() instanceof RunningTransaction running) running.answered(kept);
        else request.note(kept.content() instanceof Response.Streamed ? new StreamedAnswer(capture, kept) : kept);
        return kept;
    }

    private Response tapped(Response response, Response.Streamed streamed, int most) {
        TappedWriter writer = new TappedWriter(streamed.writer(), new Tap(capture.taps, most));
        boolean isLengthKnown = streamed.length() >= 0;
        return isLengthKnown
                ? response.copy().body(streamed.length(), writer)
                : response.copy().body(writer);
    }
}
