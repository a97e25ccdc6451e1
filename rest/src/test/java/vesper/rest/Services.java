package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Router;

/** A router with the controllers of a test, called without a socket. */
public final class Services {
    private final Router router = new Router(new Codec(false));

    /** Serves these objects under {@code /api}. The executor runs methods that need a platform thread. */
    public static Services of(Executor platformThreads, Object... controllers) {
        Services services = new Services();
        Controllers reader = new Controllers(new Codec(false), platformThreads);
        for (Object controller : controllers) {
            services.router.publish(controller.getClass().getName(), reader.routesOf(controller, "/api", "Test.java"));
        }
        return services;
    }

    /** Serves one object, with advice that may handle its exceptions. */
    public static Services advised(Object controller, Object... advice) {
        Services services = new Services();
        Controllers reader = new Controllers(new Codec(false), Runnable::run);
        for (Object one : advice) reader.addAdvice(one, "Advice.java");
        services.router.publish("test", reader.routesOf(controller, "/api", "Test.java"));
        return services;
    }

    public static Services of(Object... controllers) {
        return of(Runnable::run, controllers);
    }

    public Router router() {
        return router;
    }

    public Answer get(String target, String... headers) {
        return call(Method.GET, target, "", headers);
    }

    public Answer post(String target, String body, String... headers) {
        return call(Method.POST, target, body, headers);
    }

    public Answer call(Method method, String target, String body, String... headers) {
        Request request = Request.of(method, target, Headers.of(headers), body.getBytes(UTF_8));
        return new Answer(request, router.handle(request));
    }

    /** A request and its response, with the accessors that tests need. */
    public record Answer(Request request, Response response) {
        /** Returns the response, after waiting for it. */
        public Response ready() {
            Response here = response;
            for (var stage = here.whenReady(); stage.isPresent(); stage = here.whenReady()) {
                here = stage.get()
                        .toCompletableFuture()
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join();
            }
            return here;
        }

        public int status() {
            return ready().status();
        }

        public String header(String name) {
            return ready().header(name).orElse("");
        }

        public String type() {
            return header("Content-Type");
        }

        public byte[] bytes() {
            return ((Response.Bytes) ready().content()).toArray();
        }

        public String body() {
            return new String(bytes(), UTF_8);
        }
    }
}
