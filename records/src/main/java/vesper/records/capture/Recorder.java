package vesper.records.capture;

import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.Tracking;

/**
 * The filter that records. It keeps the response for {@link Capture} and taps streamed request and response
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
        if (request.get(Tracking.SLOT) == null) capture.attachTo(request);
        if (!rules.mayKeepContents(request)) return next.handle(request);
        int most = rules.mostBodyBytes();
        if (request.body().whole() == null) request.body(new TappedBody(request.body(), new Tap(capture.taps, most)));
        return kept(request, next.handle(request), most);
    }

    private Response kept(Request request, Response response, int most) {
        if (response.isLater()) return response.changed(ready -> kept(request, ready, most));
        Response tapped =
                response.content() instanceof Response.Streamed streamed ? tapped(response, streamed, most) : response;
        request.set(Taps.ANSWER, tapped);
        return tapped;
    }

    private Response tapped(Response response, Response.Streamed streamed, int most) {
        TappedWriter writer = new TappedWriter(streamed.writer(), new Tap(capture.taps, most));
        boolean isLengthKnown = streamed.length() >= 0;
        return isLengthKnown
                ? response.copy().body(streamed.length(), writer)
                : response.copy().body(writer);
    }
}
