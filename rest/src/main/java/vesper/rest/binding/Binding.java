package vesper.rest.binding;

import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.RequestEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ValueConstants;
import vesper.codec.Codec;
import vesper.http.Cookies;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.operations.Input;
import vesper.rest.operations.Types;
import vesper.rest.paths.PathPattern;

/** Determines the sources of a handler method's arguments, once for each route. */
public final class Binding {
    private static final Set<String> UNSUPPORTED = Set.of("MatrixVariable", "RequestAttribute", "SessionAttribute");

    private final Codec codec;
    private final Class<?> controller;
    private final PathPattern pattern;
    private final ModelTypes types = new ModelTypes();

    /** Creates a binding for methods of this class. Methods may be inherited from a generic superclass. */
    public Binding(Codec codec, Class<?> controller, PathPattern pattern) {
        this.codec = codec;
        this.controller = controller;
        this.pattern = pattern;
    }

    /**
     * Returns the source of the argument for this parameter.
     *
     * @throws IllegalArgumentException if no source applies, or the type cannot be converted from text
     */
    public Argument of(Parameter parameter) {
        refuseUnsupported(parameter);
        PathVariable variable = parameter.getAnnotation(PathVariable.class);
        if (variable != null) return pathVariable(parameter, variable);
        RequestParam param = parameter.getAnnotation(RequestParam.class);
        if (param != null) return requestParam(parameter, param);
        RequestPart part = parameter.getAnnotation(RequestPart.class);
        if (part != null) return requestPart(parameter, part);
        RequestHeader header = parameter.getAnnotation(RequestHeader.class);
        if (header != null) return requestHeader(parameter, header);
        CookieValue cookie = parameter.getAnnotation(CookieValue.class);
        if (cookie != null) return cookie(parameter, cookie);
        RequestBody body = parameter.getAnnotation(RequestBody.class);
        if (body != null) return new BodyArgument(codec, declared(parameter), body.required(), parameter);
        return unannotated(parameter);
    }

    /** Rejects annotations that are not supported: ignoring one would bind the parameter from a guessed source. */
    private static void refuseUnsupported(Parameter parameter) {
        for (Annotation annotation : parameter.getAnnotations()) {
            String name = annotation.annotationType().getSimpleName();
            if (UNSUPPORTED.contains(name)) throw new IllegalArgumentException("@" + name + " is not supported");
        }
    }

    /** Returns the type of a parameter, with type variables resolved for this class. */
    private Type declared(Parameter parameter) {
        Type type = parameter.getParameterizedType();
        return type instanceof Class<?> ? type : GenericTypeResolver.resolveType(type, controller);
    }

    private Argument pathVariable(Parameter parameter, PathVariable annotation) {
        String given = either(annotation.name(), annotation.value());
        if (given.isEmpty() && MapArgument.fits(parameter.getParameterizedType())) {
            return call -> call.variables(pattern);
        }
        String name = nameOf(parameter, given);
        if (annotation.required() && !pattern.names().contains(name)) {
            throw new IllegalArgumentException(
                    "no variable {" + name + "} in the path, whose variables are " + pattern.names());
        }
        return named(Input.From.PATH, parameter, name, annotation.required(), null, this::variables);
    }

    private List<String> variables(Call call, String name) {
        String value = call.variables(pattern).get(name);
        return value == null ? List.of() : List.of(value);
    }

    private Argument requestPart(Parameter parameter, RequestPart annotation) {
        String given = either(annotation.name(), annotation.value());
        return part(parameter, nameOf(parameter, given), annotation.required());
    }

    private Argument part(Parameter parameter, String name, boolean required) {
        return new PartArgument(
                codec, new Input(Input.From.PART, name, declared(parameter), required, null, parameter));
    }

    private Argument requestParam(Parameter parameter, RequestParam annotation) {
        String given = either(annotation.name(), annotation.value());
        if (PartArgument.isOfFiles(parameter.getParameterizedType())) {
            return part(parameter, nameOf(parameter, given), annotation.required());
        }
        if (given.isEmpty() && MapArgument.fits(parameter.getParameterizedType())) {
            return new MapArgument(
                    all(Input.From.PARAMETER, parameter),
                    call -> call.parameters().asMap());
        }
        return named(
                Input.From.PARAMETER,
                parameter,
                nameOf(parameter, given),
                annotation.required(),
                fallback(annotation.defaultValue()),
                (call, name) -> call.parameters().all(name));
    }

    private static Argument requestHeader(Parameter parameter, RequestHeader annotation) {
        String given = either(annotation.name(), annotation.value());
        if (given.isEmpty() && MapArgument.fits(parameter.getParameterizedType())) {
            return new MapArgument(all(Input.From.HEADER, parameter), Binding::headers);
        }
        if (parameter.getType() == HttpHeaders.class) return Binding::springHeaders;
        return named(
                Input.From.HEADER,
                parameter,
                nameOf(parameter, given),
                annotation.required(),
                fallback(annotation.defaultValue()),
                (call, name) -> call.request().headers().all(name));
    }

    private static Argument cookie(Parameter parameter, CookieValue annotation) {
        String given = either(annotation.name(), annotation.value());
        if (given.isEmpty() && MapArgument.fits(parameter.getParameterizedType())) {
            return new MapArgument(
                    all(Input.From.COOKIE, parameter), call -> call.cookies().asMap());
        }
        return named(
                Input.From.COOKIE,
                parameter,
                nameOf(parameter, given),
                annotation.required(),
                fallback(annotation.defaultValue()),
                typeOf(parameter).isOfMany() ? (call, name) -> call.cookies().all(name) : Binding::cookie);
    }

    /** Returns the first cookie, which has the most specific path. Others of the same name belong to other paths. */
    private static List<String> cookie(Call call, String name) {
        return call.cookies().first(name).map(List::of).orElse(List.of());
    }

    private Argument unannotated(Parameter parameter) {
        Class<?> type = parameter.getType();
        if (PartArgument.isOfFiles(parameter.getParameterizedType())) {
            return part(parameter, nameOf(parameter, ""), false);
        }
        if (type == Request.class) return Call::request;
        if (type == Headers.class) return call -> call.request().headers();
        if (type == Cookies.class) return Call::cookies;
        if (type == Method.class) return call -> call.request().method();
        if (type == HttpMethod.class)
            return call -> HttpMethod.valueOf(call.request().method().name());
        if (type == HttpHeaders.class) return Binding::springHeaders;
        if (type == InputStream.class) return Call::stream;
        if (type == Locale.class)
            return call -> AcceptedLocale.of(call.request().headers());
        if (type == HttpEntity.class || type == RequestEntity.class) return entity(parameter);
        boolean isModel = parameter.isAnnotationPresent(ModelAttribute.class);
        Optional<ParameterType> simple = ParameterType.of(parameter.getParameterizedType(), parameter);
        if (!isModel && simple.isPresent()) return parameter(parameter, simple.get());
        return model(parameter);
    }

    private static Argument parameter(Parameter parameter, ParameterType type) {
        Input input = new Input(
                Input.From.PARAMETER, nameOf(parameter, ""), parameter.getParameterizedType(), false, null, parameter);
        return new NamedArgument(input, type, (call, name) -> call.parameters().all(name));
    }

    private Argument entity(Parameter parameter) {
        Type content = declared(parameter) instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[0]
                : String.class;
        return new EntityArgument(
                new BodyArgument(codec, content, false, parameter), parameter.getType() == RequestEntity.class);
    }

    private Argument model(Parameter parameter) {
        Type declared = declared(parameter);
        Class<?> raw = Types.rawOf(declared);
        if (!ModelShape.fits(raw)) {
            throw new IllegalArgumentException("parameter " + parameter.getName()
                    + ": no text and no parameters become a " + raw.getName() + "; is it @RequestBody?");
        }
        Input input = new Input(Input.From.PARAMETERS, "", declared, false, null, parameter);
        return new ModelArgument(types.shapeOf(raw), pattern, input);
    }

    private static Argument named(
            Input.From from,
            Parameter parameter,
            String name,
            boolean required,
            @Nullable String fallback,
            NamedArgument.Source source) {
        Type type = parameter.getParameterizedType();
        return new NamedArgument(new Input(from, name, type, required, fallback, parameter), typeOf(parameter), source);
    }

    private static Input all(Input.From from, Parameter parameter) {
        return new Input(from, "", parameter.getParameterizedType(), false, null, parameter);
    }

    private static Map<String, List<String>> headers(Call call) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Headers headers = call.request().headers();
        headers.forEach((name, _) -> all.computeIfAbsent(name, headers::all));
        return new LinkedHashMap<>(all);
    }

    static HttpHeaders springHeaders(Call call) {
        HttpHeaders headers = new HttpHeaders();
        call.request().headers().forEach(headers::add);
        return headers;
    }

    private static ParameterType typeOf(Parameter parameter) {
        return ParameterType.of(parameter.getParameterizedType(), parameter)
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
