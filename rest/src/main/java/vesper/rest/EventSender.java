package vesper.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.CutOffException;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;

/** Creates responses from event streams and counts the responses that are being sent. Safe for use by any thread. */
public final class EventSender {
    public static final String MEDIA_TYPE = "text/event-stream";

    private final Codec codec;
    private final EventStreams streams;
    private final CallsInFlight calls;
    private volatile @Nullable Codec oneLine;

    /**
     * Creates a sender.
     *
     * @param codec marshals the values
     * @param streams counts the event streams of all services
     * @param calls counts the responses of these services while they are being sent
     */
    public EventSender(Codec codec, EventStreams streams, CallsInFlight calls) {
        this.codec = codec;
        this.streams = streams;
        this.calls = calls;
    }

    /** Returns the same response, counted among the calls of these services while it is being sent. */
    public Response counted(Response response, Request request) {
        return calls.untilWritten(response, request);
    }

    /** Returns a response with events that the handler's code sends from its own thread. */
    public Response answer(ServerSentEvents source, int code, Request request) {
        SseEmitter events = new SseEmitter();
        String name = "events of " + request.route();
        return answer(events, code, request, () -> begin(source, events, name));
    }

    private void begin(ServerSentEvents source, SseEmitter events, String name) {
        if (!events.isOpen()) return;
        calls.enter();
        Thread thread = Thread.ofVirtual().name(name).start(() -> send(source, events));
        // Registered only once the thread has started: an earlier interrupt would be lost.
        events.onCompletion(thread::interrupt);
    }

    private void send(ServerSentEvents source, SseEmitter events) {
        try {
            source.sendTo(events);
            events.complete();
        } catch (Throwable t) {
            // No effect if the stream has already ended: an exception caused by the end is not an error.
            events.completeWithError(t);
        } finally {
            calls.leave();
        }
    }

    /** Returns a response with the events that other threads send to this emitter. */
    public Response answer(SseEmitter events, int code, Request request) {
        return answer(events, code, request, () -> {});
    }

    private Response answer(SseEmitter events, int code, Request request, Runnable begin) {
        Response response = Response.of(code)
                .header("Content-Type", MEDIA_TYPE)
                .header("Cache-Control", "no-cache")
                // Some proxies buffer responses unless this header disables it.
                .header("X-Accel-Buffering", "no")
                .untilClientCloses();
        if (request.method() == Method.HEAD) return response;
        streams.add(events);
        calls.add(events);
        events.begin(lastEventId(request), streams::held);
        // Called on the event loop, which must not wait for threads that send.
        request.whenOver(() -> Thread.startVirtualThread(() -> {
            events.end(SseEmitter.End.CLIENT_GONE);
            events.isOver();
        }));
        return response.body(out -> {
            begin.run();
            write(events, out);
        });
    }

    /** Clients send this field as UTF-8, while header fields are decoded as ISO 8859-1. */
    private static @Nullable String lastEventId(Request request) {
        String sent = request.headers().firstOrNull("Last-Event-ID");
        return sent == null ? null : new String(sent.getBytes(ISO_8859_1), UTF_8);
    }

    private void write(SseEmitter events, OutputStream out) throws IOException {
        events.writtenBy(Thread.currentThread());
        try {
            // The first heartbeat shows that the stream is open, also to a proxy that waits for content.
            List<SseEmitter.Waiting> batch = List.of();
            while (batch != null) {
                if (batch.isEmpty()) out.write(EventText.SIGN_OF_LIFE);
                for (SseEmitter.Waiting event : batch) out.write(bytes(event));
                out.flush();
                batch = events.take(streams.heartbeatNanos());
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted while a stream of events waited", e);
        } catch (IOException e) {
            String slow = events.tooSlow();
            throw slow == null ? e : new CutOffException(slow);
        } catch (RuntimeException e) {
            events.completeWithError(e);
        } finally {
            events.end(SseEmitter.End.CLIENT_GONE);
            events.isOver();
        }
        Throwable fault = events.failure().orElse(null);
        if (fault != null) throw new IOException("a stream of events failed", fault);
    }

    private byte[] bytes(SseEmitter.Waiting waiting) {
        return switch (waiting.event()) {
            case EncodedEvent encoded -> encoded.bytes();
            case ServerSentEvent<?> event -> EventText.of(event, this::text);
            default -> throw new IllegalArgumentException("no event: " + waiting.event());
        };
    }

    private String text(Object value) {
        return new String(json(value), UTF_8);
    }

    private byte[] json(Object value) {
        Codec known = oneLine;
        if (known == null) oneLine = known = codec.unindented();
        return known.write(MediaFormat.JSON, value);
    }
}
