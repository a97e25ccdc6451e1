package vesper.hosting;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.hosting.kinds.ComponentKind;
import vesper.rest.names.Nearest;

/**
 * The objects of one version of a package, one of each class. Each is made after the objects that it needs.
 *
 * <p>A class can inject objects of the server ({@link Injectables}), any class of its own package that has a kind, and
 * the components of the packages that its package depends on, directly or through others. One thread at a time makes
 * objects; any thread may find them.
 */
final class Components {
    private static final String PRIMARY = "org.springframework.context.annotation.Primary";
    private static final String ORDER = "org.springframework.core.annotation.Order";
    private static final ComponentKind COMPONENTS = new ComponentKind();

    private final Injectables injectables;
    private final PackageContents contents;
    private final List<Class<?>> types;
    private final List<Components> dependencies;
    private final RunningServices services;
    private final Map<Class<?>, Object> objects = new ConcurrentHashMap<>();
    /** The classes that are being made, each because the one before it needs it. */
    private final Deque<Class<?>> chain = new ArrayDeque<>();

    /**
     * Creates a package's objects, none of which is made yet.
     *
     * @param types the classes of the package that can be injected
     * @param dependencies the objects of the packages in its {@code depends-on}
     * @param services calls the hooks of what is made
     */
    Components(
            Injectables injectables,
            PackageContents contents,
            List<Class<?>> types,
            List<Components> dependencies,
            RunningServices services) {
        this.injectables = injectables;
        this.contents = contents;
        this.types = types;
        this.dependencies = withTheirDependencies(dependencies);
        this.services = services;
    }

    /** Returns dependencies and all that they depend on, the nearest first and each of them once. */
    private static List<Components> withTheirDependencies(List<Components> direct) {
        Set<Components> all = new LinkedHashSet<>(direct);
        direct.forEach(one -> all.addAll(one.dependencies));
        return List.copyOf(all);
    }

    /**
     * Returns the object of a class of this package. Makes it if it does not exist.
     *
     * @throws NotStartedException if the class, or one that it needs, cannot be made
     */
    Object of(Class<?> type) throws NotStartedException {
        Object known = objects.get(type);
        if (known != null) return known;
        if (chain.contains(type)) throw cycle(type);
        chain.addLast(type);
        try {
            Object object = services.create(type, new ServiceConstruction(this));
            objects.put(type, object);
            return object;
        } catch (NotStartedException e) {
            throw withChain(e);
        } finally {
            chain.removeLast();
        }
    }

    /** Adds to a failure who needed the class that failed. Messages about missing objects contain that already. */
    private NotStartedException withChain(NotStartedException e) {
        return e.hasChain() || chain.size() == 1 ? e : e.neededBy(chainText());
    }

    private String chainText() {
        return chain.stream().map(Class::getSimpleName).collect(Collectors.joining(" → "));
    }

    private NotStartedException cycle(Class<?> type) {
        String names = Stream.concat(chain.stream().dropWhile(one -> one != type), Stream.of(type))
                .map(Class::getSimpleName)
                .collect(Collectors.joining(" → "));
        return NotStartedException.withChain("its classes depend on each other in a cycle: " + names
                + ". Move what both sides need into a class of its own, or pass one to the other after the start");
    }

    /**
     * Returns the components of this package and its dependencies that have a type, in the order of {@code @Order},
     * then of their class names. Makes those of this package.
     */
    <T> List<T> extensions(Class<T> type) throws NotStartedException {
        List<T> found = new ArrayList<>();
        for (Components dependency : dependencies) {
            for (Class<?> one : dependency.componentsOf(type)) found.add(type.cast(dependency.objects.get(one)));
        }
        found.addAll(own(type));
        found.sort(Comparator.comparingInt(one -> orderOf(one.getClass())));
        return List.copyOf(found);
    }

    /** Returns the services whose objects this package can inject, besides its own. */
    List<RunningServices> usedServices() {
        return dependencies.stream().map(dependency -> dependency.services).toList();
    }

    /** Returns the components of this package that have a type. Makes them. */
    <T> List<T> own(Class<T> type) throws NotStartedException {
        List<T> found = new ArrayList<>();
        for (Class<?> one : componentsOf(type)) found.add(type.cast(of(one)));
        return List.copyOf(found);
    }

    private List<Class<?>> componentsOf(Class<?> type) {
        return types.stream()
                .filter(type::isAssignableFrom)
                .filter(COMPONENTS::isOn)
                .toList();
    }

    /** Returns whether {@link #resolve} would find something. */
    boolean canResolve(Need need) {
        if (need.amount() != Need.Amount.ONE || injectables.has(need.type())) return true;
        return !candidates(need).isEmpty();
    }

    /**
     * Returns what a parameter or field needs, and makes it if necessary.
     *
     * @param where the parameter or field for messages, {@code Orders(Clock, Prices)}
     * @throws NotStartedException if there is no such object, or more than one
     */
    Object resolve(Need need, String where) throws NotStartedException {
        return switch (need.amount()) {
            case ONE -> one(need, where);
            case ONE_OR_NONE -> {
                boolean isAvailable =
                        injectables.has(need.type()) || !candidates(need).isEmpty();
                yield isAvailable ? Optional.of(one(need, where)) : Optional.empty();
            }
            case ALL -> all(need);
            case SET -> Collections.unmodifiableSet(new LinkedHashSet<>(all(need)));
        };
    }

    private Object one(Need need, String where) throws NotStartedException {
        Optional<Object> ofServer = injectables.of(need.type(), contents);
        if (ofServer.isPresent()) return ofServer.get();
        List<Candidate> candidates = candidates(need);
        if (candidates.isEmpty()) throw missing(need, where);
        return chosen(candidates, need, where).object();
    }

    /** A class of this package or a dependency. */
    private record Candidate(Class<?> type, Components owner) {
        Object object() throws NotStartedException {
            return owner.of(type);
        }
    }

    /**
     * Returns the classes of this package that have the type; those of its dependencies only if this package has none.
     */
    private List<Candidate> candidates(Need need) {
        List<Candidate> own = candidatesHere(need, types);
        if (!own.isEmpty()) return own;
        return dependencies.stream()
                .flatMap(dependency -> dependency.candidatesHere(need, dependency.componentsOf(need.type())).stream())
                .toList();
    }

    private List<Candidate> candidatesHere(Need need, List<Class<?>> among) {
        return among.stream()
                .filter(need.type()::isAssignableFrom)
                .filter(type -> !need.mustHaveName() || nameOf(type).equals(need.name()))
                .map(type -> new Candidate(type, this))
                .toList();
    }

    private static Candidate chosen(List<Candidate> candidates, Need need, String where) throws NotStartedException {
        if (candidates.size() == 1) return candidates.getFirst();
        List<Candidate> primary = candidates.stream()
                .filter(one -> annotation(one.type(), PRIMARY).isPresent())
                .toList();
        if (primary.size() == 1) return primary.getFirst();
        if (primary.size() > 1) {
            throw new NotStartedException(where + " needs one " + need + ", and several are @Primary: "
                    + classNames(primary) + ". Keep @Primary on one of them, or choose one by @Qualifier(\""
                    + nameOf(primary.getFirst().type()) + "\")");
        }
        List<Candidate> named = candidates.stream()
                .filter(one -> nameOf(one.type()).equals(need.name()))
                .toList();
        if (named.size() == 1) return named.getFirst();
        throw new NotStartedException(where + " needs one " + need + ", and there are several: "
                + classNames(candidates)
                + ". Choose one by @Qualifier(\"" + nameOf(candidates.getFirst().type())
                + "\"), mark one with @Primary, or take a List of all");
    }

    private static String classNames(List<Candidate> candidates) {
        return candidates.stream().map(one -> one.type().getSimpleName()).collect(Collectors.joining(", "));
    }

    private List<Object> all(Need need) throws NotStartedException {
        List<Candidate> candidates = new ArrayList<>(candidatesHere(need, types));
        for (Components dependency : dependencies) {
            candidates.addAll(dependency.candidatesHere(need, dependency.componentsOf(need.type())));
        }
        // The class itself may have the type too: an object that combines all the others.
        candidates.removeIf(one -> chain.peekLast() == one.type());
        candidates.sort(Comparator.comparingInt(one -> orderOf(one.type())));
        List<Object> objects = new ArrayList<>();
        for (Candidate candidate : candidates) objects.add(candidate.object());
        return Collections.unmodifiableList(objects);
    }

    private NotStartedException missing(Need need, String where) {
        List<String> names = Stream.concat(
                        types.stream(), dependencies.stream().flatMap(one -> one.componentsOf(Object.class).stream()))
                .map(Class::getSimpleName)
                .sorted()
                .toList();
        String components = names.isEmpty() ? "" : "; classes of packages: " + String.join(", ", names);
        String path =
                chain.size() < 2 ? "" : " (" + chainText() + " → " + need.type().getSimpleName() + ")";
        return NotStartedException.withChain(where + " needs " + need + ", which is not available" + path + hint(need)
                + ". Available from the server: " + String.join(", ", injectables.typeNames()) + components);
    }

    /** Explains why a class of a package is not available, or not under this name. */
    private String hint(Need need) {
        if (need.mustHaveName()) {
            List<String> names = candidates(need.ofAnyName()).stream()
                    .map(one -> nameOf(one.type()))
                    .sorted()
                    .toList();
            if (!names.isEmpty())
                return Nearest.suggestion(need.name(), names) + "; there are " + String.join(", ", names);
        }
        return hint(need.type());
    }

    private static String hint(Class<?> type) {
        if (!(type.getClassLoader() instanceof PackageClassLoader owner)) return "";
        String place = ": it is a class of the package " + owner.packageName();
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return place + ", and no class with @Component implements or extends it";
        }
        return COMPONENTS.isOn(type)
                ? place + ", which this package does not name in its depends-on"
                : place + " without @Component";
    }

    private static String nameOf(Class<?> type) {
        String stated = ComponentKind.statedName(type);
        if (!stated.isEmpty()) return stated;
        String name = type.getSimpleName();
        boolean isAcronym = name.length() > 1 && Character.isUpperCase(name.charAt(1));
        return isAcronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private static int orderOf(Class<?> type) {
        Optional<Annotation> order = annotation(type, ORDER);
        if (order.isEmpty()) return Integer.MAX_VALUE;
        try {
            Object value = order.get().annotationType().getMethod("value").invoke(order.get());
            return value instanceof Integer number ? number : Integer.MAX_VALUE;
        } catch (ReflectiveOperationException e) {
            return Integer.MAX_VALUE;
        }
    }

    private static Optional<Annotation> annotation(AnnotatedElement element, String name) {
        return Stream.of(element.getAnnotations())
                .filter(one -> one.annotationType().getName().equals(name))
                .findFirst();
    }
}
