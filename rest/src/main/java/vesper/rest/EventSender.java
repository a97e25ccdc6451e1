package vesper.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
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
    private volatile @Nullable Codec compactCodec;

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
    public Response countUntilWritten(Response response, Request request) {
        return calls.countUntilWritten(response, request);
    }

    /** Returns a response with events that the handler's code sends from its own thread. */
    public Response respond(ServerSentEvents source, int code, Request request) {
        SseEmitter events = new SseEmitter();
        String name = "events of " + request.route();
        return respond(events, code, request, () -> startSource(source, events, name));
    }

    private void startSource(ServerSentEvents source, SseEmitter events, String name) {
        if (!events.isOpen()) return;
        calls.increment();
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
            calls.decrement();
        }
    }

    /** Returns a response with the events that other threads send to this emitter. */
    public Response respond(SseEmitter events, int code, Request request) {
        return respond(events, code, request, () -> {});
    }

    private Response respond(SseEmitter events, int code, Request request, Runnable start) {
        Response response = Response.of(code)
                .header("Content-Type", MEDIA_TYPE)
                .header("Cache-Control", "no-cache")
                // Some proxies buffer responses unless this header disables it.
                .header("X-Accel-Buffering", "no")
                .untilClientCloses();
        if (request.method() == Method.HEAD) return response;
        streams.add(events);
        calls.add(events);
        events.attach(lastEventId(request), streams::addHeldBytes);
        // Called on the event loop, which must not wait for threads that send.
        request.whenOver(() -> Thread.startVirtualThread(() -> {
            events.end(SseEmitter.End.CLIENT_GONE);
            events.finishWriting();
        }));
        return response.body(out -> {
            start.run();
            write(events, out);
        });
    }

    /** Clients send this field as UTF-8, while header fields are decoded as ISO 8859-1. */
    private static @Nullable String lastEventId(Request request) {
        String sent = request.headers().firstOrNull("Last-Event-ID");
        return sent == null ? null : new String(sent.getBytes(ISO_8859_1), UTF_8);
    }

    private void write(SseEmitter events, OutputStream out) throws IOException {
        events.setWriter(Thread.currentThread());
        try {
            // The first heartbeat shows that the stream is open, also to a proxy that waits for content.
            List<SseEmitter.QueuedEvent> batch = List.of();
            while (batch != null) {
                if (batch.isEmpty()) out.write(EventText.HEARTBEAT);
                for (SseEmitter.QueuedEvent event : batch) out.write(bytes(event));
                out.flush();
                batch = events.take(streams.heartbeatNanos());
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted while waiting for events", e);
        } catch (IOException e) {
            Optional<String> slow = events.slowClientReason();
            throw slow.isEmpty() ? e : new CutOffException(slow.get());
        } catch (RuntimeException e) {
            events.completeWithError(e);
        } finally {
            events.end(SseEmitter.End.CLIENT_GONE);
            events.finishWriting();
        }
        Throwable fault = events.failure().orElse(null);
        if (fault != null) throw new IOException("the event stream failed", fault);
    }

    private byte[] bytes(SseEmitter.QueuedEvent queued) {
        return switch (queued.event()) {
            case EncodedEvent encoded -> encoded.bytes();
            case ServerSentEvent<?> event -> EventText.of(event, this::text);
            default -> throw new IllegalArgumentException("not an event: " + queued.event());
        };
    }

    private String text(Object value) {
        return new String(json(value), UTF_8);
    }

    private byte[] json(Object value) {
        Codec known = compactCodec;
        if (known == null) compactCodec = known = codec.unindented();
        return known.write(MediaFormat.JSON, value);
    }
}
