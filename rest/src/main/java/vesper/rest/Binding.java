package vesper.rest;

import java.io.InputStream;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ValueConstants;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;

/** Finds out, once for each route, where the arguments of its method come from. */
final class Binding {
    private final Codec codec;
    private final Class<?> controller;
    private final PathPattern pattern;

    /** For methods of this class, some of which may be inherited from a generic one. */
    Binding(Codec codec, Class<?> controller, PathPattern pattern) {
        this.codec = codec;
        this.controller = controller;
        this.pattern = pattern;
    }

    /**
     * Where the argument for this parameter comes from.
     *
     * @throws IllegalArgumentException if nothing tells, or its type cannot be made of text
     */
    Argument of(Parameter parameter) {
        PathVariable variable = parameter.getAnnotation(PathVariable.class);
        if (variable != null) return pathVariable(parameter, variable);
        RequestParam param = parameter.getAnnotation(RequestParam.class);
        if (param != null) return requestParam(parameter, param);
        RequestPart part = parameter.getAnnotation(RequestPart.class);
        if (part != null) return requestPart(parameter, part);
        RequestHeader header = parameter.getAnnotation(RequestHeader.class);
        if (header != null) return requestHeader(parameter, header);
        RequestBody body = parameter.getAnnotation(RequestBody.class);
        if (body != null) return new BodyArgument(codec, declared(parameter), body.required());
        return unannotated(parameter);
    }

    /** The type of a parameter, where it is a {@code T} what that is in this class. */
    private Type declared(Parameter parameter) {
        Type type = parameter.getParameterizedType();
        return type instanceof Class<?> ? type : GenericTypeResolver.resolveType(type, controller);
    }

    private Argument pathVariable(Parameter parameter, PathVariable annotation) {
        Type type = parameter.getParameterizedType();
        String given = either(annotation.name(), annotation.value());
        if (given.isEmpty() && MapArgument.fits(type)) {
            return call -> pattern.variables(call.request().path());
        }
        String name = nameOf(parameter, given);
        if (annotation.required() && !pattern.names().contains(name)) {
            throw new IllegalArgumentException(
                    "no variable {" + name + "} in the path, whose variables are " + pattern.names());
        }
        return new NamedArgument(name, typeOf(parameter), this::variables, annotation.required(), null);
    }

    private List<String> variables(Call call, String name) {
        String value = pattern.variables(call.request().path()).get(name);
        return value == null ? List.of() : List.of(value);
    }

    private Argument requestPart(Parameter parameter, RequestPart annotation) {
        String given = either(annotation.name(), annotation.value());
        return new PartArgument(codec, nameOf(parameter, given), declared(parameter), annotation.required());
    }

    private Argument requestParam(Parameter parameter, RequestParam annotation) {
        Type type = parameter.getParameterizedType();
        String given = either(annotation.name(), annotation.value());
        if (PartArgument.isOfFiles(type))
            return new PartArgument(codec, nameOf(parameter, given), type, annotation.required());
        if (given.isEmpty() && MapArgument.fits(type)) {
            return new MapArgument(type, call -> call.parameters().asMap());
        }
        return new NamedArgument(
                nameOf(parameter, given),
                typeOf(parameter),
                (call, name) -> call.parameters().all(name),
                annotation.required(),
                fallback(annotation.defaultValue()));
    }

    private static Argument requestHeader(Parameter parameter, RequestHeader annotation) {
        Type type = parameter.getParameterizedType();
        String given = either(annotation.name(), annotation.value());
        if (given.isEmpty() && MapArgument.fits(type)) return new MapArgument(type, Binding::headers);
        if (parameter.getType() == HttpHeaders.class) return Binding::springHeaders;
        return new NamedArgument(
                nameOf(parameter, given),
                typeOf(parameter),
                (call, name) -> call.request().headers().all(name),
                annotation.required(),
                fallback(annotation.defaultValue()));
    }

    private Argument unannotated(Parameter parameter) {
        Class<?> type = parameter.getType();
        if (PartArgument.isOfFiles(parameter.getParameterizedType()))
            return new PartArgument(codec, nameOf(parameter, ""), parameter.getParameterizedType(), false);
        if (type == Request.class) return Call::request;
        if (type == Headers.class) return call -> call.request().headers();
        if (type == Method.class) return call -> call.request().method();
        if (type == HttpMethod.class)
            return call -> HttpMethod.valueOf(call.request().method().name());
        if (type == HttpHeaders.class) return Binding::springHeaders;
        if (type == InputStream.class) return call -> call.request().body().stream();
        return new NamedArgument(
                nameOf(parameter, ""),
                typeOf(parameter),
                (call, name) -> call.parameters().all(name),
                false,
                null);
    }

    private static Map<String, List<String>> headers(Call call) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Headers headers = call.request().headers();
        headers.forEach((name, _) -> all.computeIfAbsent(name, headers::all));
        return new LinkedHashMap<>(all);
    }

    private static HttpHeaders springHeaders(Call call) {
        HttpHeaders headers = new HttpHeaders();
        call.request().headers().forEach(headers::add);
        return headers;
    }

    private static ParameterType typeOf(Parameter parameter) {
        return ParameterType.of(parameter.getParameterizedType())
                .orElseThrow(() -> new IllegalArgumentException("parameter " + parameter.getName()
                        + ": no text becomes a " + parameter.getType().getName() + "; is it @RequestBody?"));
    }

    private static String nameOf(Parameter parameter, String given) {
        if (!given.isEmpty()) return given;
        if (parameter.isNamePresent()) return parameter.getName();
        throw new IllegalArgumentException(
                "a parameter of type " + parameter.getType().getSimpleName()
                        + " has no name: compile with parameter names or write it into the annotation");
    }

    private static String either(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    private static @Nullable String fallback(String written) {
        return written.equals(ValueConstants.DEFAULT_NONE) ? null : written;
    }
}
