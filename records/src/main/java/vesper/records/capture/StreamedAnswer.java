package vesper.records.capture;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.http.Response;
import vesper.records.OpenTransaction;
import vesper.records.Tracking;
import vesper.records.Transaction;

/**
 * The note of a request whose response content is still being written by code. That code may access the request's
 * transaction.
 */
record StreamedAnswer(Capture capture, Response answer) implements Tracking {
    @Override
    public Optional<Transaction> transaction(Request request) {
        Optional<Transaction> begun = capture.transaction(request);
        if (request.note() instanceof RunningTransaction running) running.answered(answer);
        return begun;
    }

    @Override
    public void failed(Request request, Throwable why) {
        transaction(request).ifPresent(running -> running.log(Sayings.failure(why)));
    }

    @Override
    public OpenTransaction begin(@Nullable String type) {
        return capture.begin(type);
    }
}
