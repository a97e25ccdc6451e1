package vesper.rest.filters;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import vesper.http.Handler;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Filter;
import vesper.rest.paths.PathPattern;
import vesper.rest.routing.CanonicalPath;

/** A filter that a package brings. */
public final class PackageFilter {
    private final List<PathPattern> paths;
    private final int order;
    private final boolean everywhere;
    private final vesper.http.Filter filter;
    private final String source;

    private PackageFilter(
            List<PathPattern> paths, int order, boolean everywhere, vesper.http.Filter filter, String source) {
        this.paths = paths;
        this.order = order;
        this.everywhere = everywhere;
        this.filter = filter;
        this.source = source;
    }

    /** Returns whether a class has the annotation {@link Filter}. */
    public static boolean isOn(Class<?> type) {
        return type.isAnnotationPresent(Filter.class);
    }

    /**
     * Reads the annotation of a filter.
     *
     * @param origin the source file, for messages
     * @throws IllegalArgumentException if the class has not exactly one method of the required form, or a pattern is
     *     invalid
     */
    public static PackageFilter of(Object object, String origin) {
        Class<?> type = object.getClass();
        Filter annotation = type.getAnnotation(Filter.class);
        String source = type.getSimpleName() + " (" + origin + ")";
        for (Annotation other : type.getAnnotations()) {
            if (other.annotationType().getSimpleName().equals("Order")) {
                throw new IllegalArgumentException(
                        "@Filter " + source + ": @Order has no effect on a filter; write @Filter(order = …)");
            }
        }
        try {
            List<PathPattern> paths =
                    Arrays.stream(annotation.path()).map(PackageFilter::path).toList();
            return new PackageFilter(paths, annotation.order(), annotation.everywhere(), method(object), source);
        } catch (IllegalArgumentException | IllegalAccessException e) {
            throw new IllegalArgumentException("@Filter " + source + ": " + e.getMessage(), e);
        }
    }

    private static PathPattern path(String text) {
        if (!text.startsWith("/")) throw new IllegalArgumentException("path \"" + text + "\" must start with /");
        return PathPattern.parse(text);
    }

    private static vesper.http.Filter method(Object object) throws IllegalAccessException {
        List<Method> methods = Arrays.stream(object.getClass().getMethods())
                .filter(PackageFilter::isOfTheForm)
                .toList();
        if (methods.size() != 1) {
            throw new IllegalArgumentException("it has " + methods.size()
                    + " public methods of the form Response name(Request, Handler), with types of vesper.http, and needs"
                    + " one" + (methods.isEmpty() ? nearMiss(object.getClass()) : ""));
        }
        Method method = methods.getFirst();
        method.setAccessible(true);
        MethodHandle handle = MethodHandles.lookup().unreflect(method).bindTo(object);
        return new CalledMethod(handle);
    }

    private static boolean isOfTheForm(Method method) {
        return !Modifier.isStatic(method.getModifiers())
                && !method.isBridge()
                && Response.class.isAssignableFrom(method.getReturnType())
                && Arrays.equals(method.getParameterTypes(), new Class<?>[] {Request.class, Handler.class});
    }

    /** Names the method that was probably meant, with the types that it has. */
    private static String nearMiss(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .filter(method -> likeness(method) > 0)
                .max(Comparator.comparingInt(PackageFilter::likeness).thenComparing(Method::getName))
                .map(method -> ". It has " + Modifier.toString(method.getModifiers()) + " "
                        + method.getReturnType().getTypeName() + " " + method.getName()
                        + Arrays.stream(method.getParameterTypes())
                                .map(Class::getTypeName)
                                .collect(Collectors.joining(", ", "(", ")")))
                .orElse("");
    }

    /** Counts what a method has in common with the required form, by simple names, since an import may be wrong. */
    private static int likeness(Method method) {
        int same = method.getReturnType().getSimpleName().equals("Response") ? 1 : 0;
        for (Class<?> parameter : method.getParameterTypes()) {
            if (parameter.getSimpleName().endsWith("Request")) same++;
            if (parameter.getSimpleName().endsWith("Handler")) same++;
        }
        return same;
    }

    private record CalledMethod(MethodHandle handle) implements vesper.http.Filter {
        @Override
        public Response handle(Request request, Handler next) throws Exception {
            try {
                Response response = (Response) handle.invokeExact(request, next);
                if (response == null) throw new IllegalStateException("the filter " + handle + " returned null");
                return response;
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable t) {
                throw new IllegalStateException("a filter threw a Throwable that is neither Exception nor Error", t);
            }
        }
    }

    /** Returns a copy that is called inside of another filter, for the same paths. */
    public PackageFilter inside(vesper.http.Filter outer) {
        return new PackageFilter(
                paths,
                order,
                everywhere,
                (request, next) -> outer.handle(request, passed -> filter.handle(passed, next)),
                source);
    }

    /** Returns whether it is called for the paths of all packages. */
    public boolean everywhere() {
        return everywhere;
    }

    /** Returns the place in the source code, for messages. */
    public String source() {
        return source;
    }

    /** Returns the position; the filter with the lowest one is the outermost. */
    int order() {
        return order;
    }

    vesper.http.Filter filter() {
        return filter;
    }

    /** Returns whether the filter is called for a request. Every spelling of a path counts as the same path. */
    boolean covers(Request request) {
        if (paths.isEmpty()) return true;
        String path = CanonicalPath.of(request.path());
        for (PathPattern pattern : paths) {
            // A mapping that is written with a percent sign matches the path as it was sent.
            if (pattern.matches(path) || pattern.matches(request.path())) return true;
        }
        return false;
    }

    /** Returns the patterns of this filter that match no path of any of these patterns. */
    public List<String> unmatched(List<String> patterns) {
        List<PathPattern> others = patterns.stream().map(PathPattern::parse).toList();
        return paths.stream()
                .filter(one -> others.stream().noneMatch(one::mayOverlap))
                .map(PathPattern::toString)
                .toList();
    }
}
