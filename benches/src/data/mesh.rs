//! The `mesh` data set: 125,000 triangles, 6 MB of floats.

use super::digest::digest;
use super::owned;
use super::walk::walk;
use crate::random::Random;

/// Number of triangles in the data set.
pub const TRIANGLES: usize = 125_000;

owned! {
    /// A point or a direction.
    #[derive(Copy)]
    #[repr(C)]
    pub struct Vector3 {
        /// To the right.
        pub x: f32,
        /// Up.
        pub y: f32,
        /// To the front.
        pub z: f32,
    }
}

owned! {
    /// Three corners and the direction that the triangle faces.
    #[derive(Copy)]
    #[repr(C)]
    pub struct Triangle {
        /// The first corner.
        pub v0: Vector3,
        /// The second.
        pub v1: Vector3,
        /// The third.
        pub v2: Vector3,
        /// Perpendicular to all edges.
        pub normal: Vector3,
    }
}

owned! {
    /// The whole mesh.
    pub struct Mesh {
        /// Its triangles.
        pub triangles: Vec<Triangle>,
    }
}

walk!(Vector3: f32, f32, f32);
walk!(Triangle: Vector3, Vector3, Vector3, Vector3);
walk!(Mesh: Vec<Triangle>);

digest!(Vector3, Vector3Ref<'_>, ArchivedVector3: { x, y, z });
digest!(Triangle, TriangleRef<'_>, ArchivedTriangle: { v0, v1, v2, normal });
digest!(Mesh, MeshRef<'_>, ArchivedMesh: { triangles });

fn vector(random: &mut Random) -> Vector3 {
    Vector3 { x: random.single(), y: random.single(), z: random.single() }
}

/// The data set: the same on every run.
pub fn data() -> Mesh {
    let mut random = Random::new(0x0003_3e54);
    let mut triangle = || Triangle {
        v0: vector(&mut random),
        v1: vector(&mut random),
        v2: vector(&mut random),
        normal: vector(&mut random),
    };
    Mesh { triangles: (0..TRIANGLES).map(|_| triangle()).collect() }
}
