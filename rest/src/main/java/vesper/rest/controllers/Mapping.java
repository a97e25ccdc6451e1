package vesper.rest.controllers;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import vesper.http.Method;
import vesper.rest.paths.PathPattern;
import vesper.rest.routing.NamedCondition;

/**
 * The attributes of {@code @RequestMapping} or a related annotation.
 *
 * @param paths at least one
 * @param methods empty for all
 */
record Mapping(
        List<String> paths,
        Set<Method> methods,
        List<String> consumes,
        List<String> produces,
        List<String> params,
        List<String> headers) {
    private static final Map<Class<?>, Method> VERBS = Map.of(
            GetMapping.class, Method.GET,
            PostMapping.class, Method.POST,
            PutMapping.class, Method.PUT,
            PatchMapping.class, Method.PATCH,
            DeleteMapping.class, Method.DELETE);
    private static final Set<Method> EVERY_METHOD =
            EnumSet.of(Method.GET, Method.POST, Method.PUT, Method.PATCH, Method.DELETE);

    static final Mapping NONE = new Mapping(List.of(""), Set.of(), List.of(), List.of(), List.of(), List.of());

    /**
     * Returns the mapping that is declared directly on a class or method. Reads Spring's six mapping annotations
     * without Spring's help. Uses Spring's search for merged annotations, which takes longer to load than everything
     * else here, only for annotations composed of them.
     *
     * @throws IllegalArgumentException if it uses an unsupported feature
     */
    static Optional<Mapping> on(AnnotatedElement element) {
        for (Annotation annotation : element.getAnnotations()) {
            Optional<Mapping> mapping = of(annotation).or(() -> composed(element, annotation));
            if (mapping.isPresent()) return mapping;
        }
        return Optional.empty();
    }

    /**
     * Combines the mapping of a class with that of one of its methods. Media types of the method replace those of the
     * class; conditions of both must hold.
     */
    Mapping combine(Mapping ofMethod) {
        List<String> joined = new ArrayList<>();
        for (String outer : paths) for (String inner : ofMethod.paths) joined.add(PathPattern.join(outer, inner));
        Set<Method> both = new LinkedHashSet<>(methods);
        both.addAll(ofMethod.methods);
        return new Mapping(
                joined,
                both,
                ofMethod.consumes.isEmpty() ? consumes : ofMethod.consumes,
                ofMethod.produces.isEmpty() ? produces : ofMethod.produces,
                united(params, ofMethod.params),
                united(headers, ofMethod.headers));
    }

    /** Returns the distinct paths, with a prefix. */
    Set<String> patterns(String prefix) {
        Set<String> patterns = new LinkedHashSet<>();
        for (String path : paths) patterns.add(PathPattern.join(prefix, path));
        return patterns;
    }

    /** Returns the HTTP methods. */
    Set<Method> effectiveMethods() {
        return methods.isEmpty() ? EVERY_METHOD : methods;
    }

    private static Optional<Mapping> composed(AnnotatedElement element, Annotation annotation) {
        if (!annotation.annotationType().isAnnotationPresent(RequestMapping.class)) return Optional.empty();
        return Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(element, RequestMapping.class))
                .map(Mapping::of);
    }

    private static Optional<Mapping> of(Annotation annotation) {
        if (annotation instanceof RequestMapping mapping) return Optional.of(of(mapping));
        Method verb = VERBS.get(annotation.annotationType());
        return verb == null ? Optional.empty() : Optional.of(of(Set.of(verb), annotation));
    }

    private static Mapping of(RequestMapping mapping) {
        Set<Method> methods = new LinkedHashSet<>();
        for (RequestMethod method : mapping.method()) methods.add(Method.valueOf(method.name()));
        return of(methods, mapping);
    }

    /** Reads the attributes by reflection: the six annotations have the same ones but no common type. */
    private static Mapping of(Set<Method> methods, Annotation mapping) {
        return of(
                methods,
                paths(texts(mapping, "value"), texts(mapping, "path")),
                texts(mapping, "consumes"),
                texts(mapping, "produces"),
                texts(mapping, "params"),
                texts(mapping, "headers"));
    }

    private static String[] texts(Annotation mapping, String attribute) {
        try {
            return (String[]) mapping.annotationType().getMethod(attribute).invoke(mapping);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(mapping.annotationType() + " has no " + attribute, e);
        }
    }

    /**
     * Creates a mapping. As in Spring, {@code headers = "Accept=text/csv"} is equivalent to {@code produces}.
     *
     * @throws IllegalArgumentException if a condition has no name
     */
    private static Mapping of(
            Set<Method> methods,
            List<String> paths,
            String[] consumes,
            String[] produces,
            String[] params,
            String[] headers) {
        List<String> consumed = new ArrayList<>(List.of(consumes));
        List<String> produced = new ArrayList<>(List.of(produces));
        List<String> others = new ArrayList<>();
        for (String param : params) NamedCondition.parse(param);
        for (String header : headers) {
            NamedCondition condition = NamedCondition.parse(header);
            if (condition.value() == null) others.add(header);
            else if (condition.name().equalsIgnoreCase("Content-Type")) consumed.add(mediaType(condition));
            else if (condition.name().equalsIgnoreCase("Accept")) produced.add(mediaType(condition));
            else others.add(header);
        }
        return new Mapping(paths, methods, consumed, produced, List.of(params), others);
    }

    private static String mediaType(NamedCondition condition) {
        return (condition.negated() ? "!" : "") + condition.value();
    }

    private static List<String> united(List<String> ofClass, List<String> ofMethod) {
        Set<String> both = new LinkedHashSet<>(ofClass);
        both.addAll(ofMethod);
        return List.copyOf(both);
    }

    /** Combines two attributes that are synonyms in Spring. */
    private static List<String> paths(String[] value, String[] path) {
        Set<String> paths = new LinkedHashSet<>(Arrays.asList(value));
        paths.addAll(Arrays.asList(path));
        return paths.isEmpty() ? List.of("") : List.copyOf(paths);
    }
}
