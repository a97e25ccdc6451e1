package vesper.rest.binding;

import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.security.Principal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import vesper.http.Caller;
import vesper.http.Cookies;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;

/** Parameters that every request has, chosen by their types. */
final class RequestItself implements ArgumentSource {
    private static final Map<Class<?>, Argument> BY_TYPE = Map.of(
            Request.class,
            Call::request,
            Headers.class,
            call -> call.request().headers(),
            Cookies.class,
            Call::cookies,
            Caller.class,
            call -> call.request().caller(),
            Principal.class,
            RequestItself::principal,
            Method.class,
            call -> call.request().method(),
            HttpMethod.class,
            call -> HttpMethod.valueOf(call.request().method().name()),
            HttpHeaders.class,
            HeaderFields::forSpring,
            InputStream.class,
            Call::stream,
            Locale.class,
            call -> AcceptedLocale.of(call.request().headers()));

    /** Returns null for a caller without verified credentials: code takes a principal for the proven caller. */
    private static @Nullable Object principal(Call call) {
        Caller caller = call.request().caller();
        return caller.isAuthenticated() ? caller : null;
    }

    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        return Optional.ofNullable(BY_TYPE.get(parameter.getType()));
    }
}
